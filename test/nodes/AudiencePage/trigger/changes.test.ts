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
		expect(await trigger.activate()).toEqual([]);
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

	test('Updated Only: who is new, or there from Everything, is remembered, and does not start it', async () => {
		const options = { startFrom: 'everything', changes: 'updatedOnly' };
		await watching(
			'personUpdated',
			[ADA],
			async (become) => {
				expect(await become({ name: 'B' })).toMatchObject([{ changedFields: ['name'] }]);
				expect(await become({ personId: 'new' })).toEqual([]);
				expect(await become({ name: 'C' })).toMatchObject([{ personId: 'new', changedFields: ['name'] }]);
			},
			options,
		);
	});
});

describe('Domain', () => {
	const PEOPLE = [
		{ personId: 'at', name: 'A', email: 'Ada@ACME.com', domain: null },
		{ personId: 'of', name: 'B', email: null, domain: 'https://www.acme.com/' },
		{ personId: 'other', name: 'C', email: 'c@notacme.com', domain: 'sub.acme.com' },
		{ personId: 'none', name: 'D' },
		{ personId: 'dotted', email: 'ada@İstanbul.com' },
	];
	const list = { items: PEOPLE, hasMore: false, nextCursor: null, totalCount: PEOPLE.length };
	const idsOf = (records: IDataObject[]) => records.map(({ personId }) => personId);

	test.each([
		['personCreated', 'acme.com', ['at', 'of']],
		['personCreated', ' HTTPS://www.Acme.com/about ', ['at', 'of']],
		['personUpdated', 'https://www.İstanbul.com', ['dotted']],
	])('%s, %s: those of it or with an email at it', async (event, typed, ids) => {
		await withAnswers([{ body: list }], async (service) => {
			const form = { event, startFrom: 'everything', filters: { domain: typed } };
			const trigger = new Trigger(service, form);
			expect(idsOf(await trigger.activate())).toEqual(ids);
			expect(idsOf(await trigger.change({ filters: { domain: 'notacme.com' } }))).toEqual([]);
			const shown = (await trigger.fetchTestEvent()) ?? [];
			expect(idsOf(shown.map(({ json }) => json))).toEqual(['other']);
			expect(service.requests.join()).not.toContain('domain');
		});
	});

	test.each(['acme', 'info@acme.com', 'acme.com, b.com', 'acme .com', '.'])(
		'%s is refused',
		async (typed) => {
			await withAnswers([{ body: list }], async (service) => {
				const trigger = new Trigger(service, { event: 'personCreated', filters: { domain: typed } });
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
