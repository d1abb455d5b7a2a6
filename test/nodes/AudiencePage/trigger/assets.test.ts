import type { INodeParameters } from 'n8n-workflow';

import type { Asset } from '../../../service/records';
import { defaultSettings } from '../../../service/settings';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { calls, queries } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { assets: 15 } });
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const assets = () => sandbox().store.assets;
const TYPES = ['custom-component', 'icon', 'image', 'logo', 'video'];

let added = 0;

function trash(type: string, name = 'New'): Asset {
	const fileId = `file_${++added}`;
	return assets().add({
		...nth(assets().all()),
		assetId: `asset_${added}`,
		name,
		aiDescription: name,
		data: { type, fileId },
	});
}

const watching = async (parameters: INodeParameters = {}) =>
	await published(sandbox(), { event: 'assetTrashed', ...parameters });

describe('Asset Trashed', () => {
	test('gives ten fields of each asset, the list in one text', async () => {
		const trigger = await watching();
		const asset = trash('logo');
		expect(await trigger.poll()).toEqual([
			{
				assetId: asset.assetId,
				name: asset.name,
				purpose: asset.purpose,
				tags: asset.tags.join(', '),
				type: 'logo',
				fileId: asset.data.fileId,
				lifecycleState: asset.lifecycleState,
				downloadUrl: asset.downloadUrl,
				createdAt: asset.createdAt,
				trashedAt: asset.trashedAt,
			},
		]);
		expect(calls(sandbox())).toEqual(['GET /v0/assets/trash']);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	test('with Simplify off, all that the service gives', async () => {
		const trigger = await watching({ simplify: false });
		const asset = trash('video');
		expect(await trigger.poll()).toEqual([asset]);
	});

	test.each(TYPES)('those of the type %s', async (assetType) => {
		const trigger = await watching({ filters: { assetType }, simplify: false });
		const all = TYPES.map((type) => trash(type));
		expect(await trigger.poll()).toEqual(all.filter(({ data }) => data.type === assetType));
		expect(queries(sandbox())).toEqual([`assetType=${assetType}&limit=100`]);
	});

	test('those that match the search text', async () => {
		const query = 'ä&b=c #1 +';
		const trigger = await watching({ filters: { query }, simplify: false });
		const asset = trash('image', `About ${query}`);
		trash('image');
		expect(await trigger.poll()).toEqual([asset]);
		expect(sandbox().requests.map((request) => request.query)).toEqual([{ query, limit: '100' }]);
	});

	test('type and text go together, and with every page', async () => {
		Object.assign(sandbox().settings, { maxLimit: 2, defaultLimit: 2 });
		const filters = { assetType: 'icon', query: 'together' };
		const all = Array.from({ length: 5 }, () => trash('icon', 'Together'));
		const trigger = new Trigger(sandbox(), {
			event: 'assetTrashed',
			filters,
			simplify: false,
			startFrom: 'everything',
		});
		expect(await trigger.activate()).toEqual(all);
		const sent = sandbox().requests.map(({ query: { assetType, query } }) => ({ assetType, query }));
		expect(sent).toEqual(Array(4).fill(filters));
	});

	test('an asset that changes, or comes back to the trash, is not new', async () => {
		const trigger = await watching({ options: { fullReadEvery: 1 } });
		const asset = nth(assets().all());
		Object.assign(asset, { downloadUrl: 'https://files.example/signed', updatedAt: '+19' });
		expect(await trigger.poll()).toEqual([]);
		assets().remove(asset.assetId);
		expect(await trigger.poll()).toEqual([]);
		assets().add({ ...asset, trashedAt: '+19' });
		expect(await trigger.poll()).toEqual([]);
	});
});
