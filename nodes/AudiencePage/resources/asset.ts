import { filters, query } from '../fields/collections';
import { listFields, listRouting, paginated } from '../fields/list';
import { inQuery } from '../fields/routing';
import { describeResource, type Operation } from './operation';
import { sameNamed, simplified, simplify } from '../fields/simplify';
import { ASSET } from './records';

/** An asset, simplified (service interface, section 2.9). */
export const ASSET_FIELDS = {
	...sameNamed('assetId', 'name', 'purpose', 'tags'),
	type: 'data.type',
	fileId: 'data.fileId',
	...sameNamed('lifecycleState', 'downloadUrl', 'createdAt', 'trashedAt'),
};

/** The filter by the kind of asset (service interface, section 4.17). */
export const assetType = inQuery({
	displayName: 'Asset Type',
	name: 'assetType',
	type: 'options',
	default: 'image',
	description: 'Type of the assets',
	options: [
		{ name: 'Custom Component', value: 'custom-component' },
		{ name: 'Icon', value: 'icon' },
		{ name: 'Image', value: 'image' },
		{ name: 'Logo', value: 'logo' },
		{ name: 'Video', value: 'video' },
	],
});

const getTrashedAssets: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many trashed assets',
		description: 'Get many assets from the trash. You can filter them by type and search text.',
		routing: listRouting('/v0/assets/trash', simplified(ASSET_FIELDS, paginated(ASSET))),
	},
	fields: [...listFields, filters(assetType, query), simplify],
	record: ASSET,
};

export const assetResource = describeResource(
	'asset',
	'Trashed Asset',
	'Images, logos, icons, videos and custom components in the trash: list them',
	[getTrashedAssets],
);
