import type { INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Store } from '../../../service/sandbox';
import { cases } from '../../../support/cases';
import { byId } from '../../../support/locators';
import { holdUntilThereAre, times, useBench } from './runs';

const RECORDS = 12;
const UPDATES = cases(960);

const bench = useBench({ sizes: { accounts: RECORDS, pages: RECORDS, topics: 1, topicEntries: RECORDS } });

interface Updated {
	parameters: INodeParameters;
	/** The records of the sandbox, by what names them in the path. */
	records: (store: Store) => Array<{ id: string; value: unknown }>;
	/** What a request sets. */
	valueIn: (body: unknown) => unknown;
}

const topicOf = ({ topicIds }: Store) => topicIds[0]!;

const UPDATED: Array<[string, Updated]> = [
	[
		'account',
		{
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: '={{ $json.id }}',
				name: '=Row {{ $json.n }}',
			},
			records: ({ accounts }) => accounts.all().map(({ accountId: id, name: value }) => ({ id, value })),
			valueIn: (body) => (body as { name: string }).name,
		},
	],
	[
		'page',
		{
			parameters: {
				resource: 'page',
				operation: 'update',
				pageId: byId('={{ $json.id }}'),
				updateFields: { scripts: { script: [{ content: '=Row {{ $json.n }}' }] } },
			},
			records: ({ pages }) =>
				pages.all().map(({ pageId: id, scripts }) => ({ id, value: scripts[0]?.content })),
			valueIn: (body) => (body as { scripts: Array<{ content: string }> }).scripts[0]?.content,
		},
	],
	[
		'topic entry',
		{
			parameters: {
				resource: 'topicEntry',
				operation: 'update',
				topicId: '={{ $json.topicId }}',
				topicEntryId: '={{ $json.id }}',
				updateFields: { content: { content: '=Row {{ $json.n }}' } },
			},
			records: (store) =>
				store.topicEntries
					.of(topicOf(store))
					.all()
					.map(({ topicEntryId: id, content }) => ({ id, value: content.content })),
			valueIn: (body) => (body as { content: { content: string } }).content.content,
		},
	],
];

test.each(UPDATED)('Each %s ends with the values of the last row', async (_what, updated) => {
	const { sandbox } = bench();
	const { parameters, records, valueIn } = updated;
	const chances = { unavailable: 0.05, resetBefore: 0.05, resetAfter: 0.05, tooManyRequests: 0.02 };
	Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances });
	holdUntilThereAre(2, sandbox);
	const before = new Map(records(sandbox.store).map(({ id, value }) => [id, value]));
	const ids = [...before.keys()];
	const topicId = topicOf(sandbox.store);
	const items = times(UPDATES, (n) => ({ n, id: ids[(n * n) % RECORDS]!, topicId }));

	const { error, items: outputs } = await bench().run(parameters, { items });

	expect(error).toBeUndefined();
	expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(times(UPDATES, (item) => ({ item })));
	for (const { id, value } of records(sandbox.store)) {
		const rows = items.filter((item) => item.id === id).map(({ n }) => `Row ${n}`);
		const isOfIt = ({ path }: RecordedRequest) => path.endsWith(`/${id}`);
		const sent = sandbox.requests.filter(isOfIt).map(({ body }) => valueIn(body));
		// One that is sent again is sent before the next.
		expect(sent.filter((row, at) => row !== sent[at - 1])).toEqual(rows);
		expect(value).toBe(rows.at(-1) ?? before.get(id));
	}
	expect(sandbox.requests.length).toBeGreaterThan(UPDATES);
	expect(sandbox.mostInFlight).toBeGreaterThan(1);
});
