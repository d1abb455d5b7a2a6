import type { IDataObject } from 'n8n-workflow';

import { query } from '../../fields/filters';
import { listRouting } from '../../fields/list';
import { simplified } from '../../fields/simplify';
import { ASSET_FIELDS, assetType } from '../../resources/asset/getAll';
import { isEmpty } from '../../shared/values';
import type { Event } from '../event';
import { watchList } from '../watchList';
import { WHEN_CHANGED } from './when';

/** Changes when an asset is restored and trashed again; undefined if the service does not say when. */
const trashedTime = ({ trashedAt }: IDataObject) => (isEmpty(trashedAt) ? undefined : trashedAt);

export const assetTrashed: Event = {
	option: {
		name: 'Asset Trashed',
		value: 'assetTrashed',
		description: `An asset is moved to the trash. ${WHEN_CHANGED}.`,
		routing: listRouting(
			'/v0/assets/trash',
			simplified(
				ASSET_FIELDS,
				watchList({
					noun: 'asset in the trash',
					idField: 'assetId',
					contentOf: trashedTime,
					filter: 'Filters > Asset Type or Search',
					whereToCreate: 'move one to the trash in Audience Page',
				}),
			),
		),
	},
	filters: [assetType, query],
	isSimplified: true,
};
