import type { INodeParameters } from 'n8n-workflow';

import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { assets: 15 } });

const getAll = async (parameters: INodeParameters = {}) =>
	await runNode(sandbox(), { resource: 'asset', operation: 'getAll', ...parameters });

const assets = () => sandbox().store.assets.all();

const TYPES = ['custom-component', 'icon', 'image', 'logo', 'video'];

describe('Asset > Get Many', () => {
	test('reads the trash, simplified: ten fields, the list in one text', async () => {
		const first = nth(assets());
		const { items } = await getAll({ limit: 1 });

		expect(calls(sandbox())).toEqual(['GET /v0/assets/trash']);
		expect(queries(sandbox())).toEqual(['limit=1']);
		expect(items).toEqual([
			{
				json: {
					assetId: first.assetId,
					name: first.name,
					purpose: first.purpose,
					tags: first.tags.join(', '),
					type: first.data.type,
					fileId: first.data.fileId,
					lifecycleState: 'trashed',
					downloadUrl: first.downloadUrl,
					createdAt: first.createdAt,
					trashedAt: first.trashedAt,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('gives the assets as the service has them with Simplify off', async () => {
		const { json } = await getAll({ returnAll: true, simplify: false });
		expect(json).toEqual(assets());
	});

	test.each(TYPES)('those of the type %s', async (assetType) => {
		const { json } = await getAll({ filters: { assetType }, simplify: false });
		expect(queries(sandbox())).toEqual([`assetType=${assetType}&limit=50`]);
		expect(json).toEqual(assets().filter(({ data }) => data.type === assetType));
		expect(json.length).toBeGreaterThan(1);
	});

	test('the type and the search text go with every page', async () => {
		const filters = { assetType: 'image', query: 'last year' };
		const { json } = await getAll({ returnAll: true, filters, options: { pageSize: 2 } });
		expect(json).toHaveLength(3);
		expect(sandbox().requests.map(({ query: { assetType, query } }) => ({ assetType, query }))).toEqual([
			filters,
			filters,
		]);
	});

	test('a search text is sent as it is', async () => {
		await getAll({ filters: { query: 'ä&b=c #1 +' } });
		expect(sandbox().requests.map(({ query }) => query.query)).toEqual(['ä&b=c #1 +']);
	});

	test.each<[string, INodeParameters, string]>([
		[
			'a type that does not exist',
			{ assetType: '={{ "font" }}' },
			'Asset Type must be one of custom-component, icon, image, logo, video',
		],
		['a type in capitals', { assetType: '={{ "Image" }}' }, 'Asset Type must be one of custom-component'],
		['several types', { assetType: '={{ ["image", "logo"] }}' }, 'Asset Type must be text'],
		[
			'half a character',
			{ query: '={{ "\\ud83d" }}' },
			'Search must not contain an invalid Unicode character',
		],
	])('%s is refused before anything is sent', async (_what, filters, message) => {
		const { error } = await getAll({ filters });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(calls(sandbox())).toEqual([]);
	});
});
