/** What all lists with cursors have in common; what is their own stands in their own tests. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { schemaAt } from '../../../service/schemaAt';
import { seedStore } from '../../../service/seed';
import { DEFAULT_SIZES } from '../../../service/seed/sizes';
import { endpointOf, pathFor } from '../../../support/endpoints';
import { runnable, type Runnable } from '../../../support/everyOperation';
import { plainValue } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

/** Lists of several pages of 10. Of every three log entries one is deleted, of every three links one is elsewhere. */
const SIZES = {
	...DEFAULT_SIZES,
	accounts: 3,
	accountLogs: 37,
	persons: 25,
	personLogs: 37,
	pages: 3,
	audiences: 25,
	assets: 25,
	pageLinks: 37,
	topicEntries: 25,
};
const PAGES_OF_10 = { pageSize: 10 };

const sandbox = useSandbox({ sizes: SIZES });
const ids = firstIds(seedStore(1, SIZES));

const LISTS = runnable.filter(({ isPaged }) => isPaged);
type List = Runnable;

const parametersOf = ({ parametersFor }: List, parameters: INodeParameters): INodeParameters => ({
	...parametersFor(ids),
	...parameters,
});

/** Which of the service's lists it is. */
const pathOf = ({ option }: List): string => pathFor(endpointOf(option), ids);

const getAll = async (list: List, parameters: INodeParameters) =>
	await runNode(sandbox(), parametersOf(list, parameters));

/** What was asked for of the pages. */
const asked = (): string[] =>
	sandbox().requests.map(({ query: { cursor, limit } }) =>
		cursor === undefined ? `limit=${String(limit)}` : `cursor=…&limit=${String(limit)}`,
	);

/** The IDs of the whole list, asked for without the node. */
async function served(list: List, query: Record<string, string> = {}): Promise<unknown[]> {
	const { url, apiKey, requests } = sandbox();
	const needed = Object.entries(list.itsCase.needs(ids)).filter(([name]) =>
		schemaAt(list.itsCase.calls[0], ['query', name]),
	);
	const all = { ...Object.fromEntries(needed), ...query, limit: '1000' } as Record<string, string>;
	const search = new URLSearchParams(all).toString();
	const response = await fetch(`${url}${pathOf(list)}?${search}`, { headers: { 'x-api-key': apiKey } });
	requests.pop();
	return ((await response.json()) as { items: IDataObject[] }).items.map((record) => record[list.idField]);
}

describe.each(LISTS)('$name', (list) => {
	const idsOf = (records: IDataObject[]) => records.map((record) => record[list.idField]);

	test('Return All reads it to its end, each record once', async () => {
		const { items, json, error } = await getAll(list, { returnAll: true, options: PAGES_OF_10 });
		expect(error).toBeUndefined();
		const calls = asked();
		const all = await served(list);
		// A list of records that are told apart: else, nothing could be missing.
		expect(new Set(all.filter((id) => typeof id === 'string')).size).toBe(all.length);
		expect(all.length).toBeGreaterThan(10);
		expect(idsOf(json)).toEqual(all);
		const later = Array.from({ length: Math.ceil(all.length / 10) - 1 }, () => 'cursor=…&limit=10');
		expect(calls).toEqual(['limit=10', ...later]);
		expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
	});

	test('a limit asks for no more, and says that there is more', async () => {
		const { json, hints } = await getAll(list, { limit: 11, options: PAGES_OF_10 });
		expect(asked()).toEqual(['limit=10', 'cursor=…&limit=1']);
		expect(idsOf(json)).toEqual((await served(list)).slice(0, 11));
		expect(hints).toContain('More results exist. Raise Limit or turn on Return All.');
	});
});

describe.each(LISTS.filter(({ itsCase }) => itsCase.filters))('The filters of $name', (list) => {
	test('go with every page', async () => {
		const filters = list.itsCase.filters?.(ids) ?? {};
		const query = Object.fromEntries(
			Object.entries(filters).map(([name, value]) => [name, String(plainValue(value))]),
		);
		const { json } = await getAll(list, { returnAll: true, filters, options: PAGES_OF_10 });
		expect(sandbox().requests.length).toBeGreaterThan(1);
		for (const request of sandbox().requests) expect(request.query).toMatchObject(query);
		expect(json.map((record) => record[list.idField])).toEqual(await served(list, query));
	});
});
