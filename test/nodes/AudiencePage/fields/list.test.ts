import type { INodeParameters } from 'n8n-workflow';

import { useVirtualTime } from '../../../support/virtualTime';
import { runNode } from '../../../support/runNode';
import { useSandbox, withAnswers } from '../../../support/services';

const sandbox = useSandbox({ sizes: { persons: 250, pages: 30 } });
useVirtualTime();
afterEach(() => (sandbox().settings.maxLimit = 1000));

const PERSONS = { resource: 'person', operation: 'getAll' };
const PAGES = { resource: 'page', operation: 'getAll' };

const persons = async (parameters: INodeParameters) =>
	await runNode(sandbox(), { ...PERSONS, ...parameters });
const pages = async (parameters: INodeParameters) => await runNode(sandbox(), { ...PAGES, ...parameters });
const limits = () => sandbox().requests.map(({ query }) => query.limit);

const MORE_RESULTS = 'More results exist. Raise Limit or turn on Return All.';
const MORE_PAGES =
	'More pages exist, but the page search has no second page of results. Raise Limit or narrow the list down with Search.';

describe('A limit that the service refuses', () => {
	test('is left out, and Return All still reads all', async () => {
		sandbox().settings.maxLimit = 40;
		const { json, error } = await persons({ returnAll: true });
		expect(error).toBeUndefined();
		expect(limits()).toStrictEqual(['100', ...Array<undefined>(10).fill(undefined)]);
		expect(json).toEqual(sandbox().store.persons.all());
	});

	test('is left out of the one answer of the page search too', async () => {
		sandbox().settings.maxLimit = 27;
		const { json, hints } = await pages({ limit: 28 });
		expect(limits()).toStrictEqual(['28', undefined]);
		expect(json).toHaveLength(25);
		expect(hints).toEqual([MORE_PAGES]);
	});
});

describe('A hint', () => {
	test('says what to do where nothing is found', async () => {
		const { hints, items } = await persons({ filters: { query: 'nobody' } });
		expect(items).toEqual([]);
		expect(hints).toEqual([expect.stringContaining('Always Output Data')]);
	});

	test('is given once a run', async () => {
		const list = { ...PERSONS, limit: 1 };
		const { hints, items } = await runNode(sandbox(), list, { items: [{}, {}, {}] });
		expect(items).toHaveLength(3);
		expect(hints).toEqual([MORE_RESULTS]);
	});

	test.each([
		[{ items: [{ pageId: 'p1' }], hasMore: true, totalCount: null }, [MORE_PAGES]],
		[{ items: [{ pageId: 'p1' }], hasMore: false, totalCount: 2 }, [MORE_PAGES]],
		[{ items: [{ pageId: 'p1' }], totalCount: null }, []],
		[{ items: [{ pageId: 'p1' }] }, []],
		[{ items: Array(51).fill({ pageId: 'p1' }) }, [MORE_PAGES]],
	])('goes by what the page search says: %#', async (body, hints) => {
		const run = await withAnswers([{ body }], async (service) => await runNode(service, PAGES));
		expect(run.hints).toEqual(hints);
		expect(run.items.length).toBeLessThanOrEqual(50);
	});
});
