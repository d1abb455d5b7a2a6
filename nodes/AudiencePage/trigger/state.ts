import type { IExecutePaginationFunctions, IPollFunctions } from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { log } from '../shared/log';
import { CREDENTIAL, originOf } from '../transport/connection';
import type { RequestData } from '../transport/request';
import type { DeliveredRecords, SerializedRecords } from './deliveredRecords';

type Context = IExecutePaginationFunctions;
const VERSION = 2;

/** What n8n stores of a list, in the node's static data. Nothing else decides what is new. */
export interface StoredState extends SerializedRecords {
	version: number;
	/** What is watched (see `watchKeyOf`). */
	watchKey: string;
	/** Whether records that existed at the start were delivered, or still are to be. */
	fromEverything: boolean;
}

interface StaticData {
	state?: StoredState;
}

const staticDataOf = (context: Context | IPollFunctions): StaticData =>
	context.getWorkflowStaticData('node');

export const hasStoredState = (context: IPollFunctions): boolean =>
	staticDataOf(context).state !== undefined;

/**
 * When it changes, the trigger starts over. A new API key does not change it: it reads the same
 * lists.
 */
export async function watchKeyOf(
	context: Context,
	{ options: { url, qs } }: RequestData,
): Promise<string> {
	const origin = originOf(await context.getCredentials(CREDENTIAL));
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	return contentHash({ event: context.getNodeParameter('event'), url, qs, origin, credential });
}

/** What to remember, and of which list. */
export interface Watched {
	watchKey: string;
	fromEverything: boolean;
}

/** What n8n has stored of the list; undefined if it has nothing, or something of another list. */
export function storedState(
	context: Context,
	{ watchKey, fromEverything }: Watched,
): StoredState | undefined {
	const { state } = staticDataOf(context);
	const isOfThisList = state?.version === VERSION && state.watchKey === watchKey;
	// Switching from Now to Everything starts over; switching back does not.
	const continues = isOfThisList && (state.fromEverything || !fromEverything);
	return continues ? state : undefined;
}

/**
 * Gives n8n what it is to store, if that is something else than it has. n8n saves it with what the
 * poll delivers, and on publishing; with durable cursors after each poll.
 */
export function store(
	context: Context,
	{ watchKey, fromEverything }: Watched,
	delivered: DeliveredRecords,
): SerializedRecords {
	const stored = storedState(context, { watchKey, fromEverything });
	if (stored && !delivered.hasChanged) return stored;
	const staticData = staticDataOf(context);
	if (!stored && staticData.state) log(context, 'startsOver');
	const records = delivered.serialize();
	staticData.state = {
		version: VERSION,
		watchKey,
		fromEverything: stored?.fromEverything ?? fromEverything,
		...records,
	};
	return records;
}
