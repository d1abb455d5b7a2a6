import type { INodeParameters } from 'n8n-workflow';

import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 12 } });

const getAll = async (parameters: INodeParameters = {}) =>
	await runNode(sandbox(), { resource: 'page', operation: 'getAll', ...parameters });

const urls = () => sandbox().requests.map(({ url }) => url);

describe('Page > Get Many', () => {
	test('asks for the whole limit at once', async () => {
		const { json } = await getAll({ limit: 250 });
		expect(urls()).toEqual(['/v0/pages/search?limit=250']);
		expect(json.map(({ pageId }) => pageId)).toEqual(
			sandbox()
				.store.pages.all()
				.map(({ pageId }) => pageId),
		);
	});

	test('gives what the search shows of a page, linked to the input', async () => {
		const { items } = await getAll({ limit: 1 });
		expect(items).toEqual([
			{
				json: {
					audiencesCount: expect.any(Number) as number,
					name: expect.any(String) as string,
					pageId: expect.any(String) as string,
					pageType: expect.any(String) as string,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('sends the search text', async () => {
		const { pageId, name } = nth(sandbox().store.pages.all());
		const { json } = await getAll({ filters: { query: name } });
		expect(sandbox().requests).toMatchObject([{ query: { query: name, limit: '50' } }]);
		expect(json).toContainEqual(expect.objectContaining({ pageId }));
	});

	test('one request even where there is more', async () => {
		const { items } = await getAll({ limit: 5 });
		expect(items).toHaveLength(5);
		expect(urls()).toEqual(['/v0/pages/search?limit=5']);
	});

	test.each([0, -1, 1.5])('a limit of %d is refused before anything is sent', async (limit) => {
		const { error } = await getAll({ limit });
		expect(error?.message).toContain('Limit must be a whole number of at least 1');
		expect(urls()).toEqual([]);
	});
});
