import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Store } from '../../../service/sandbox';
import { cases } from '../../../support/cases';
import { byId } from '../../../support/locators';
import { holdUntilThereAre, times, useBench } from './runs';

const RECORDS = 12;
const UPDATES = cases(960);
const ROW = '=Row {{ $json.n }}';

const bench = useBench({
	sizes: { accounts: RECORDS, pages: RECORDS, persons: RECORDS, topics: 1, topicEntries: RECORDS },
});

const topicOf = ({ topicIds }: Store) => topicIds[0]!;

/** What is updated: the operation, the records of the sandbox and the name of their ID. */
const UPDATED: Array<[string, INodeParameters, (store: Store) => readonly object[], string]> = [
	[
		'account',
		{ resource: 'account', operation: 'update', accountId: '={{ $json.id }}', name: ROW },
		({ accounts }) => accounts.all(),
		'accountId',
	],
	[
		'page',
		{
			...{ resource: 'page', operation: 'update', pageId: byId('={{ $json.id }}') },
			updateFields: { scripts: { script: [{ content: ROW }] } },
		},
		({ pages }) => pages.all(),
		'pageId',
	],
	[
		'person',
		{
			...{ resource: 'person', operation: 'update', personId: byId('={{ $json.id }}') },
			updateFields: { name: ROW },
		},
		({ persons }) => persons.all(),
		'personId',
	],
	[
		'topic entry',
		{
			...{ resource: 'topicEntry', operation: 'update' },
			...{ topicId: '={{ $json.topicId }}', topicEntryId: '={{ $json.id }}' },
			updateFields: { content: { content: ROW } },
		},
		(store) => store.topicEntries.of(topicOf(store)).all(),
		'topicEntryId',
	],
];

/** The row that a request or a record holds. */
const rowIn = (value: unknown) => /Row \d+/.exec(JSON.stringify(value))?.[0];

test.each(UPDATED)(
	'Each %s ends with the values of the last row',
	async (_what, parameters, recordsOf, id) => {
		const { sandbox } = bench();
		const chances = { unavailable: 0.05, resetBefore: 0.05, resetAfter: 0.05, tooManyRequests: 0.02 };
		Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances });
		holdUntilThereAre(2, sandbox);
		const records = () => recordsOf(sandbox.store) as readonly IDataObject[];
		const ids = records().map((record) => record[id]);
		const topicId = topicOf(sandbox.store);
		const items = times(UPDATES, (n): IDataObject => ({ n, id: ids[(n * n) % RECORDS], topicId }));

		const { error, items: outputs } = await bench().run(parameters, { items });

		expect(error).toBeUndefined();
		expect(outputs.map(({ json, pairedItem }) => [json[id], pairedItem])).toEqual(
			items.map((item, n) => [item.id, { item: n }]),
		);
		for (const record of records()) {
			const rows = items.filter((item) => item.id === record[id]).map(({ n }) => `Row ${n as number}`);
			const isOfIt = ({ path }: RecordedRequest) => path.endsWith(`/${record[id] as string}`);
			const sent = sandbox.requests.filter(isOfIt).map(({ body }) => rowIn(body));
			// One that is sent again is sent before the next.
			expect(sent.filter((row, at) => row !== sent[at - 1])).toEqual(rows);
			expect(rowIn(record)).toBe(rows.at(-1));
		}
		expect(sandbox.requests.length).toBeGreaterThan(UPDATES);
		expect(sandbox.mostInFlight).toBeGreaterThan(1);
	},
);
