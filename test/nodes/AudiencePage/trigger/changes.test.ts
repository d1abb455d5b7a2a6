/** Which changes of a record that is known start the workflow, and what the workflow gets of them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { wholeRecord } from '../../../previews/outputs';
import { watched, watchedBy } from '../../../support/everyEvent';
import { byId } from '../../../support/locators';
import { withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

/** Publishes a trigger whose list has these records: what it gives after they have become others. */
async function watching<Result>(
	event: string,
	records: IDataObject[],
	test: (become: (...fields: IDataObject[]) => Promise<IDataObject[]>, trigger: Trigger) => Promise<Result>,
	options: INodeParameters = {},
): Promise<Result> {
	const { parameters, idField, answerWith } = watchedBy(event);
	const items = records.map((record, n) => ({ [idField]: `id ${n}`, ...record }));
	const body = answerWith(items);
	return await withAnswers([{ body }], async (service) => {
		const trigger = new Trigger(service, { ...parameters, simplify: false, ...options });
		await trigger.activate();
		const become = async (...fields: IDataObject[]) => {
			items.forEach((record, n) => Object.assign(record, fields[n]));
			return await trigger.poll();
		};
		return await test(become, trigger);
	});
}

const withFields = watched.map(({ event, idField, getMany, itsCase: { compares = [] } }) => {
	const { properties = {} } = wholeRecord(`${getMany.resource as string}.getAll`);
	const fields = Object.keys(properties).filter((field) => field !== idField);
	return { event, fields: [...fields, 'notInTheInterface'], compares };
});

test.each(withFields)(
	'$event starts the workflow again, once, for a change of just the fields that its case names',
	async ({ event, fields, compares }) => {
		const before = Object.fromEntries(fields.map((field) => [field, 'before']));
		await watching(event, [before], async (become) => {
			const started: string[] = [];
			for (const field of fields) {
				if ((await become({ [field]: 'after' })).length > 0) started.push(field);
				expect(await become()).toEqual([]);
			}
			expect(started.sort()).toEqual([...compares].sort());
		});
	},
);

const ANSWER = { type: 'markdown', content: 'An answer' };

test.each<[string, IDataObject, IDataObject, boolean]>([
	['personUpdated', { email: 'a@acme.com' }, { email: null }, true],
	['personUpdated', { domain: null }, { domain: undefined }, false],
	['personUpdated', { domain: undefined }, { domain: null }, false],
	['topicEntryChanged', { sortOrder: 49 }, { sortOrder: 0 }, true],
	['topicEntryChanged', { content: ANSWER }, { content: { ...ANSWER, type: 'text' } }, true],
	['topicEntryChanged', { content: ANSWER }, { content: { content: 'An answer', type: 'markdown' } }, false],
])('%s: whether %j becoming %j is news: %j', async (event, before, after, isNews) => {
	await watching(event, [before], async (become) => {
		expect(await become(after)).toHaveLength(isNews ? 1 : 0);
	});
});

const ADA = { personId: 'ada', name: 'Ada', email: 'ada@acme.com', domain: null, slug: 'ada' };

describe('Person Created or Updated', () => {
	test('names the fields that have changed; of a new person none', async () => {
		await watching('personUpdated', [ADA], async (become) => {
			expect(await become({ email: 'ada@b.com', slug: 'a-da' })).toEqual([
				{ ...ADA, email: 'ada@b.com', slug: 'a-da', changedFields: ['email', 'slug'] },
			]);
			expect(await become({ personId: 'new' })).toMatchObject([{ personId: 'new', changedFields: [] }]);
		});
	});

	test('is not started by other fields than those that are watched, nor by what they were meanwhile', async () => {
		const watched = { fieldsToWatch: ['email', 'domain'] };
		await watching(
			'personUpdated',
			[ADA],
			async (become) => {
				expect(await become({ name: 'Ada Bell', slug: 'x' })).toEqual([]);
				expect(await become({ name: 'Ada', domain: 'b.com' })).toMatchObject([{ changedFields: ['domain'] }]);
				expect(await become({ slug: 'ada' })).toEqual([]);
			},
			watched,
		);
	});

	test('Updated Only: a new person does not start it, and a change of them does', async () => {
		await watching(
			'personUpdated',
			[ADA],
			async (become) => {
				expect(await become({ personId: 'new' })).toEqual([]);
				expect(await become({ name: 'B' })).toMatchObject([{ personId: 'new', changedFields: ['name'] }]);
			},
			{ changes: 'updatedOnly' },
		);
	});

	test('Updated Only, from Everything: who is there is remembered, and does not start it', async () => {
		const { parameters } = watchedBy('personUpdated');
		const items = [{ ...ADA }];
		await withAnswers(
			[{ body: { items, hasMore: false, nextCursor: null, totalCount: 1 } }],
			async (service) => {
				const options = { startFrom: 'everything', changes: 'updatedOnly' };
				const trigger = new Trigger(service, { ...parameters, ...options });
				expect(await trigger.activate()).toEqual([]);
				Object.assign(items[0] ?? {}, { name: 'B' });
				expect(await trigger.poll()).toMatchObject([{ changedFields: ['name'] }]);
			},
		);
	});

	test('other fields are chosen: what is known of them counts, and nobody starts it who has not changed', async () => {
		await watching(
			'personUpdated',
			[ADA, { ...ADA, personId: 'bob' }],
			async (become, trigger) => {
				expect(await trigger.change({ fieldsToWatch: ['name', 'email'] })).toEqual([]);
				expect(await become({ name: 'B' }, { email: 'c@d.com' })).toMatchObject([
					{ changedFields: ['name'] },
					{ changedFields: ['email'] },
				]);
				expect(await trigger.change({ fieldsToWatch: ['slug'] })).toEqual([]);
				expect(await become({ name: 'C' }, { slug: 's' })).toMatchObject([{ changedFields: ['slug'] }]);
			},
			{ fieldsToWatch: ['email'] },
		);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['appears in all records', { slug: undefined }, { slug: 'ada' }],
		['vanishes from all records', { slug: 'ada' }, { slug: undefined }],
	])('a field that %s is no change, and later ones of it are', async (_what, before, after) => {
		await watching('personUpdated', [{ ...ADA, ...before }], async (become) => {
			expect(await become(after)).toEqual([]);
			expect(await become({ slug: 'other' })).toMatchObject([{ changedFields: ['slug'] }]);
		});
	});
});

describe('A field that a record lacks, and has again as null', () => {
	test('is no change before it has a value', async () => {
		await watching('personUpdated', [{ ...ADA, phoneNumber: undefined }], async (become) => {
			expect(await become({ phoneNumber: null })).toEqual([]);
			expect(await become({ phoneNumber: '+4930' })).toMatchObject([{ changedFields: ['phoneNumber'] }]);
		});
	});

	test('is one after it had a value', async () => {
		await watching('personUpdated', [ADA], async (become) => {
			expect(await become({ email: undefined })).toEqual([]);
			expect(await become({ email: null })).toMatchObject([{ changedFields: ['email'] }]);
		});
	});
});

describe.each(['personCreated', 'personUpdated'])('%s: Domain', (event) => {
	const PEOPLE = [
		{ personId: 'at', name: 'A', email: 'Ada@ACME.com', domain: null },
		{ personId: 'of', name: 'B', email: null, domain: 'https://www.acme.com/' },
		{ personId: 'other', name: 'C', email: 'c@notacme.com', domain: 'sub.acme.com' },
		{ personId: 'none', name: 'D' },
	];
	const { parameters } = watchedBy(event);
	const list = { items: PEOPLE, hasMore: false, nextCursor: null, totalCount: PEOPLE.length };
	const idsOf = (records: IDataObject[]) => records.map(({ personId }) => personId);

	test.each(['acme.com', ' HTTPS://www.Acme.com/about '])(
		'%s: those of it or with an email at it',
		async (typed) => {
			await withAnswers([{ body: list }], async (service) => {
				const trigger = new Trigger(service, {
					...parameters,
					startFrom: 'everything',
					filters: { domain: typed },
				});
				expect(idsOf(await trigger.activate())).toEqual(['at', 'of']);
				expect(idsOf(await trigger.change({ filters: { domain: 'notacme.com' } }))).toEqual([]);
				const shown = (await trigger.fetchTestEvent()) ?? [];
				expect(idsOf(shown.map(({ json }) => json))).toEqual(['other']);
				expect(service.requests.join()).not.toContain('domain');
			});
		},
	);

	test('İstanbul.com: those with an email at it, too', async () => {
		const items = [{ ...ADA, email: 'ada@İstanbul.com' }];
		await withAnswers([{ body: { ...list, items, totalCount: 1 } }], async (service) => {
			const filters = { domain: 'https://www.İstanbul.com' };
			const trigger = new Trigger(service, { ...parameters, startFrom: 'everything', filters });
			expect(idsOf(await trigger.activate())).toEqual(['ada']);
		});
	});

	test.each(['acme', 'info@acme.com', 'acme.com, b.com', 'acme .com', '.'])(
		'%s is refused',
		async (typed) => {
			await withAnswers([{ body: list }], async (service) => {
				const trigger = new Trigger(service, { ...parameters, filters: { domain: typed } });
				await expect(trigger.activate()).rejects.toThrow('Domain must be a domain, e.g. acme.com');
				expect(service.requests).toEqual([]);
			});
		},
	);
});

describe('Audience Status Changed', () => {
	test('gives the status before and after, if they are known, and then the record', async () => {
		const before = [{ status: 'draft', customName: 'A' }, { status: null }, { status: 'new' }];
		await watching('audienceStatusChanged', before, async (become) => {
			expect(await become({ status: 'frozen' }, { status: 'draft' }, { status: 'queued' })).toEqual([
				{ from: 'draft', to: 'frozen', audienceId: 'id 0', status: 'frozen', customName: 'A' },
				{ from: null, to: 'draft', audienceId: 'id 1', status: 'draft' },
				{ from: null, to: 'queued', audienceId: 'id 2', status: 'queued' },
			]);
		});
	});

	test.each<[INodeParameters, string[]]>([
		[{ newStatus: ['published', 'archived'] }, ['draft to published', 'queued to archived']],
		[{ oldStatus: 'draft, pending' }, ['draft to published', 'draft to queued']],
		[{ newStatus: ['published'], oldStatus: ['queued'] }, []],
		[{ newStatus: [], oldStatus: '' }, ['draft to published', 'draft to queued', 'queued to archived']],
	])('%j: only those changes start it', async (chosen, expected) => {
		const before = [{ status: 'draft' }, { status: 'draft' }, { status: 'queued' }];
		const to = [{ status: 'published' }, { status: 'queued' }, { status: 'archived' }];
		const told = (json: IDataObject[]) => json.map(({ from, to }) => `${from as string} to ${to as string}`);
		await watching(
			'audienceStatusChanged',
			before,
			async (become) => {
				expect(told(await become(...to))).toEqual(expected);
				expect(await become()).toEqual([]);
			},
			chosen,
		);
	});

	test('what was not asked for is remembered: the next change is told from it', async () => {
		await watching(
			'audienceStatusChanged',
			[{ status: 'draft' }],
			async (become) => {
				expect(await become({ status: 'queued' })).toEqual([]);
				expect(await become({ status: 'published' })).toMatchObject([{ from: 'queued', to: 'published' }]);
			},
			{ newStatus: ['published'] },
		);
	});

	test('gives them before eight fields of the record, if it is simplified', async () => {
		await withAnswers([{ body: { items: [{ audienceId: 'a1' }] } }], async (service) => {
			const parameters = { event: 'audienceStatusChanged', pageId: byId('p1'), startFrom: 'everything' };
			const [audience = {}] = await new Trigger(service, parameters).activate();
			expect(Object.keys(audience)).toEqual([
				...['from', 'to', 'audienceId', 'pageId', 'personId', 'personRouteKey'],
				...['effectiveName', 'customName', 'status', 'createdAt'],
			]);
		});
	});
});
