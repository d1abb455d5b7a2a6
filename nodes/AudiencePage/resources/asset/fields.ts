import { inQuery } from '../../fields/routing';
import { oneOf } from '../../fields/rules';
import { sameNamed } from '../../fields/simplify';

/** An asset, simplified (service interface, section 2.9). */
export const ASSET_FIELDS = {
	...sameNamed('assetId', 'name', 'purpose', 'tags'),
	type: 'data.type',
	fileId: 'data.fileId',
	...sameNamed('lifecycleState', 'downloadUrl', 'createdAt', 'trashedAt'),
};

/** The filter by the kind of asset (service interface, section 4.17). */
export const assetType = inQuery(
	{
		displayName: 'Asset Type',
		name: 'assetType',
		type: 'options',
		default: 'image',
		builderHint: { propertyHint: 'Leave it out for all types' },
		description: 'Type of assets to return',
		options: [
			{ name: 'Custom Component', value: 'custom-component' },
			{ name: 'Icon', value: 'icon' },
			{ name: 'Image', value: 'image' },
			{ name: 'Logo', value: 'logo' },
			{ name: 'Video', value: 'video' },
		],
	},
	{ rules: [oneOf('custom-component', 'icon', 'image', 'logo', 'video')] },
);
