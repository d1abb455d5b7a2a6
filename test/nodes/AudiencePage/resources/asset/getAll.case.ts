import { ASSET_FIELDS } from '../../../../../nodes/AudiencePage/resources/asset';
import type { OperationCase } from '../../../../cases/operationCase';
import { simplified } from '../../../../previews/schema';

export default {
	calls: ['listTrashedAssets'],
	needs: () => ({}),
	filters: () => ({ query: 'last year' }),
	ways: () => [
		{
			title: 'of one type',
			parameters: { returnAll: true, filters: { assetType: '={{ "image" }}' } },
		},
	],
	itemLinks: [
		{
			parameters: { limit: '={{ $json.n + 1 }}', filters: { query: '={{ $json.query }}' } },
			cameFrom: [0, 2, 2, 2],
		},
	],
	output: simplified('Asset', ASSET_FIELDS),
} satisfies OperationCase;
