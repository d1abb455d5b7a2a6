import { query } from '../../fields/collections';
import { listRouting } from '../../fields/list';
import { simplified } from '../../fields/outputFields';
import { ASSET_FIELDS, assetType } from '../../resources/asset/getAll';
import { DELAY_OF_CHANGES, type Event } from '../event';
import { watchList } from '../watchList';

export const assetTrashed: Event = {
	option: {
		name: 'Asset Trashed',
		value: 'assetTrashed',
		description: `An asset is moved to the trash. ${DELAY_OF_CHANGES}.`,
		routing: listRouting(
			'/v0/assets/trash',
			simplified(
				ASSET_FIELDS,
				watchList({
					noun: 'asset in the trash',
					idField: 'assetId',
					// It changes when an asset is restored and trashed again.
					watchedFields: () => ['trashedAt'],
					narrowedBy: 'Filters > Asset Type or Search',
					whereToCreate: 'move one to the trash in Audience Page',
				}),
			),
		),
	},
	filters: [assetType, query],
	isSimplified: true,
};
