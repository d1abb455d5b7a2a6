/**
 * Which changes of a record that is known start the workflow, and what the workflow gets of them.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { wholeRecord } from '../../../previews/outputs';
import { watched, watchedBy } from '../../../support/everyEvent';
import { byId } from '../../../support/locators';
import { withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

/**
 * Publishes a trigger whose list has these records: what it gives after they have become others.
 */
async function watching(
	event: string,
	records: IDataObject[],
	options: INodeParameters,
	test: (become: (...fields: IDataObject[]) => Promise<IDataObject[]>) => Promise<void>,
): Promise<void> {
	const { parameters, idField, answerWith } = watchedBy(event);
	const items = records.map((record, n) => ({ [idField]: `id ${n}`, ...record }));
	await withAnswers([{ body: answerWith(items) }], async (service) => {
		const trigger = new Trigger(service, { ...parameters, simplify: false, ...options });
		expect(await trigger.activate()).toEqual([]);
		await test(async (...fields) => {
			items.forEach((record, n) => Object.assign(record, fields[n]));
			return await trigger.poll();
		});
	});
}

const withFields = watched.map(
	({ event, idField, getMany, itsCase: { compares = [], only = {} } }) => {
		const { properties = {} } = wholeRecord(`${getMany.resource as string}.getAll`);
		const fields = Object.keys(properties).filter((field) => field !== idField);
		return { event, fields: [...fields, 'notInTheInterface'], compares, only };
	},
);

test.each(withFields)(
	'$event starts the workflow again, once, for a change of just the fields that its case names',
	async ({ event, fields, compares, only }) => {
		const before = Object.fromEntries(fields.map((field) => [field, 'before']));
		await watching(event, [before], {}, async (become) => {
			const started: string[] = [];
			for (const field of fields) {
				if ((await become({ [field]: only[field] ?? 'after' })).length > 0) started.push(field);
				expect(await become()).toEqual([]);
			}
			expect(started.sort()).toEqual([...compares].sort());
		});
	},
);

const ADA = { personId: 'ada', name: 'Ada', email: 'ada@acme.com', domain: null, slug: 'ada' };

describe('Person Updated', () => {
	test('names the fields that have changed; of a new person none', async () => {
		await watching('personUpdated', [ADA], { changes: 'createdAndUpdated' }, async (become) => {
			expect(await become({ email: 'ada@b.com', slug: 'a-da' })).toEqual([
				{ ...ADA, email: 'ada@b.com', slug: 'a-da', changedFields: ['email', 'slug'] },
			]);
			expect(await become({ personId: 'new' })).toMatchObject([
				{ personId: 'new', changedFields: [] },
			]);
		});
	});

	test('is not started by other fields than those that are watched, nor by what they were meanwhile', async () => {
		const options = { fieldsToWatch: ['email', 'domain'] };
		await watching('personUpdated', [ADA], options, async (become) => {
			expect(await become({ name: 'Ada Bell', slug: 'x' })).toEqual([]);
			expect(await become({ name: 'Ada', domain: 'b.com' })).toMatchObject([
				{ changedFields: ['domain'] },
			]);
			expect(await become({ slug: 'ada' })).toEqual([]);
		});
	});

	test('Updated Only: who is new, or there from Everything, is remembered, and does not start it', async () => {
		const options = { startFrom: 'everything', changes: 'updatedOnly' };
		await watching('personUpdated', [ADA], options, async (become) => {
			expect(await become({ name: 'B' })).toMatchObject([{ changedFields: ['name'] }]);
			expect(await become({ personId: 'new' })).toEqual([]);
			expect(await become({ name: 'C' })).toMatchObject([
				{ personId: 'new', changedFields: ['name'] },
			]);
		});
	});
});

const PEOPLE = [
	{ personId: 'at', name: 'A', email: 'Ada@ACME.com', domain: null },
	{ personId: 'of', name: 'B', email: null, domain: 'https://www.acme.com/' },
	{ personId: 'other', name: 'C', email: 'c@notacme.com', domain: 'sub.acme.com' },
	{ personId: 'none', name: 'D' },
];

test.each([
	['personCreated', 'acme.com'],
	['personUpdated', ' HTTPS://www.Acme.com/about '],
])(
	'%s, Domain %s: those of it or with an email at it; the others are remembered',
	async (event, typed) => {
		const idsOf = (records: IDataObject[]) => records.map(({ personId }) => personId);
		await withAnswers([{ body: watchedBy(event).answerWith(PEOPLE) }], async (service) => {
			const form = {
				event,
				startFrom: 'everything',
				changes: 'createdAndUpdated',
				filters: { domain: typed },
			};
			const trigger = new Trigger(service, form);
			expect(idsOf(await trigger.activate())).toEqual(['at', 'of']);
			expect(idsOf(await trigger.change({ filters: { domain: 'notacme.com' } }))).toEqual([]);
			const shown = (await trigger.fetchTestEvent()) ?? [];
			expect(idsOf(shown.map(({ json }) => json))).toEqual(['other']);
			expect(service.requests.join()).not.toContain('domain');
		});
	},
);

test('Audience Published: only what is published starts it, with the status before', async () => {
	const before = [{ status: 'draft' }, { status: 'draft' }, { status: 'published' }];
	const to = [{ status: 'published' }, { status: 'queued' }, { status: 'archived' }];
	await watching('audiencePublished', before, {}, async (become) => {
		expect(await become(...to)).toMatchObject([
			{ from: 'draft', to: 'published', audienceId: 'id 0' },
		]);
	});
});

describe('Audience Status Changed', () => {
	test('gives the status before and after, if they are known, and then the record', async () => {
		const before = [{ status: 'draft' }, { status: null }];
		await watching('audienceStatusChanged', before, {}, async (become) => {
			expect(await become({ status: 'frozen' }, { status: 'draft' })).toEqual([
				{ from: 'draft', to: 'frozen', audienceId: 'id 0', status: 'frozen', pageName: null },
				{ from: null, to: 'draft', audienceId: 'id 1', status: 'draft', pageName: null },
			]);
		});
	});

	test.each<[INodeParameters, string[]]>([
		[{ newStatus: ['published', 'archived'] }, ['draft to published', 'queued to archived']],
		[{ oldStatus: 'draft, pending' }, ['draft to published', 'draft to queued']],
		[{ newStatus: ['published'], oldStatus: ['queued'] }, []],
	])('%j: only those changes start it', async (chosen, expected) => {
		const before = [{ status: 'draft' }, { status: 'draft' }, { status: 'queued' }];
		const to = [{ status: 'published' }, { status: 'queued' }, { status: 'archived' }];
		await watching('audienceStatusChanged', before, chosen, async (become) => {
			const told = await become(...to);
			expect(told.map(({ from, to }) => `${from as string} to ${to as string}`)).toEqual(expected);
			expect(await become()).toEqual([]);
		});
	});

	test('gives them before eight fields of the record, if it is simplified', async () => {
		await withAnswers([{ body: { items: [{ audienceId: 'a1' }] } }], async (service) => {
			const parameters = {
				event: 'audienceStatusChanged',
				pageId: byId('p1'),
				startFrom: 'everything',
			};
			const [audience = {}] = await new Trigger(service, parameters).activate();
			expect(Object.keys(audience)).toEqual([
				...['from', 'to', 'audienceId', 'pageId', 'pageName', 'personId', 'personRouteKey'],
				...['effectiveName', 'status', 'createdAt'],
			]);
		});
	});
});
