/** What the user asks for is just that part of what happens: a trigger with filters beside one without, poll by poll. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../../service/sandbox';
import { cases } from '../../../support/cases';
import { watchedBy } from '../../../support/everyEvent';
import { Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';
import { LISTS } from './simulation/lists';
import { World } from './simulation/world';

useVirtualTime();

const SIZES = {
	...{ accounts: 1, accountLogs: 0, persons: 1, personLogs: 0, pages: 1, audiences: 0, messages: 0 },
	...{ assets: 0, pageLinks: 0, topics: 1, topicEntries: 0 },
};

/** What a trigger without filters delivers. */
type Delivered = IDataObject & { changedFields?: string[]; from?: string | null };

interface Wanted {
	parameters: INodeParameters;
	/** Of a record that is delivered without filters: what is with them, undefined if nothing. */
	of: (delivered: Delivered) => Delivered | undefined;
}

const none: Wanted = { parameters: {}, of: (delivered) => delivered };

const only = (
	name: string,
	parameters: INodeParameters[string],
	isWanted: (delivered: Delivered) => boolean,
): Wanted => ({
	parameters: { [name]: parameters },
	of: (delivered) => (isWanted(delivered) ? delivered : undefined),
});

const isNew = ({ changedFields }: Delivered) => changedFields?.length === 0;

const fieldsToWatch = (fields: string[]): Arbitrary =>
	fc.subarray(fields).map((chosen) => ({
		parameters: { fieldsToWatch: chosen },
		of: (delivered) => {
			const changedFields = fields.filter(
				(field) =>
					delivered.changedFields?.includes(field) && (chosen.length === 0 || chosen.includes(field)),
			);
			return isNew(delivered) || changedFields.length > 0 ? { ...delivered, changedFields } : undefined;
		},
	}));

const changes = fc.constantFrom(
	only('changes', 'createdAndUpdated', () => true),
	only('changes', 'updatedOnly', (delivered) => !isNew(delivered)),
);

const domain = fc.constantFrom(
	none,
	...['acme.example', 'acme.com'].map((one) =>
		only(
			'filters',
			{ domain: one },
			({ domain: its, email }) => its === one || String(email as string).endsWith(`@${one}`),
		),
	),
);

const statuses = (name: string, field: 'from' | 'status'): Arbitrary =>
	fc
		.subarray(['archived', 'draft', 'pending', 'published', 'queued'])
		.map((chosen) =>
			only(name, chosen, ({ [field]: its }) => chosen.length === 0 || chosen.some((one) => one === its)),
		);

type Arbitrary = fc.Arbitrary<Wanted>;

/** The filters of each event that has some; any of them together. */
const FILTERS: Record<string, Arbitrary[]> = {
	personCreated: [domain],
	personUpdated: [domain, changes, fieldsToWatch(watchedBy('personUpdated').itsCase.compares ?? [])],
	topicEntryChanged: [changes, fieldsToWatch(['content', 'sortOrder'])],
	audienceStatusChanged: [statuses('newStatus', 'status'), statuses('oldStatus', 'from')],
};

const happening = fc.record({
	what: fc.constantFrom(
		...(['add', 'change', 'change', 'change', 'touch', 'remove', 'leave', 'comeBack'] as const),
	),
	at: fc.nat(99),
});

let delivered = { without: 0, with: 0 };

describe.each(Object.entries(FILTERS))('%s', (event, filters) => {
	test('gives what it gives without filters, as far as it is wanted', async () => {
		const list = LISTS.find((one) => one.event === event && one.of === undefined);
		if (list === undefined) throw new Error(`No list of ${event}`);
		delivered = { without: 0, with: 0 };
		const holds = fc.asyncProperty(
			fc.tuple(...filters),
			fc.constantFrom('now', 'everything'),
			fc.array(fc.array(happening, { maxLength: 6 }), { minLength: 1, maxLength: 8 }),
			async (wanted, startFrom, polls) => {
				const sandbox = await startSandbox({ sizes: SIZES });
				try {
					const world = new World(sandbox, list);
					for (let n = 0; n < 3; n++) world.add();
					// Every poll reads the whole list: when a change is seen, the simulation tells.
					const form = { ...world.parameters, startFrom, simplify: false, options: { fullReadEvery: 1 } };
					const chosen = Object.assign({}, ...wanted.map(({ parameters }) => parameters)) as INodeParameters;
					const [all, some] = [new Trigger(sandbox, form), new Trigger(sandbox, { ...form, ...chosen })];
					for (const happenings of [[], ...polls]) {
						for (const { what, at } of happenings) world[what](at);
						const without = (await all.poll()) as Delivered[];
						const asked = without.flatMap(
							(one) => wanted.reduce<Delivered | undefined>((left, { of }) => left && of(left), one) ?? [],
						);
						expect(await some.poll()).toEqual(asked);
						delivered.without += without.length;
						delivered.with += asked.length;
					}
				} finally {
					await sandbox.close();
				}
			},
		);
		await fc.assert(holds, { numRuns: cases(200), seed: 20261123 });
		expect(delivered.with).toBeGreaterThan(cases(200));
		expect(delivered.without).toBeGreaterThan(delivered.with);
	});
});
