import { filters } from '../../fields/collections';
import { query } from '../../fields/filters';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import { simplified, simplify } from '../../fields/simplify';
import type { Operation } from '../operation';
import { ASSET } from '../records';
import { ASSET_FIELDS, assetType } from './fields';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many trashed assets',
		description: 'Get many assets from the trash. You can filter them by type and search text.',
		routing: listRouting('/v0/assets/trash', simplified(ASSET_FIELDS, paginated(ASSET))),
	},
	fields: [...listFields, filters(assetType, query), simplify],
	options: listOptions,
	record: ASSET,
};
