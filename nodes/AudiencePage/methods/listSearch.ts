import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { Delivery, type Manner } from '../transport/delivery';

/** Entries a picker shows at once. */
const PICKER_SIZE = 50;

/** Someone waits in front of the picker: it gives up sooner than a run. */
const PICKER_MANNER: Manner = { maxConcurrentRequests: 1, maxRetries: 2, timeout: 15_000 };

/**
 * The pages whose name matches what the user typed, for the Page picker.
 *
 * The page search has no cursor (service interface, section 4.10), so there is no next page: where
 * there are more, typing narrows them down.
 *
 * @throws NodeApiError as the operations do; n8n shows it in the picker
 */
export async function searchPages(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const delivery = await Delivery.open(this, PICKER_MANNER);
	const { items = [] } = await delivery.send({
		method: 'GET',
		url: '/v0/pages/search',
		qs: { ...(filter !== '' && { query: filter }), limit: PICKER_SIZE },
	});
	return {
		results: (items as Array<{ pageId: string; name?: string }>).map(({ pageId, name }) => ({
			name: name ?? pageId,
			value: pageId,
		})),
	};
}
