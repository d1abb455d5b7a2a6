import type { IExecutePaginationFunctions, IPollFunctions } from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { log } from '../shared/log';
import { CREDENTIAL, originOf } from '../transport/connection';
import type { RequestData } from '../transport/request';
import type { SeenRecords, SerializedRecords } from './seenRecords';
import type { Watch } from './watch';

type Context = IExecutePaginationFunctions;

const VERSION = 2;

/** What n8n stores of a list, in the node's static data. Nothing else decides what is new. */
interface StoredState extends SerializedRecords {
	version: number;
	/** What is watched (see `watchKeyOf`). */
	watchKey: string;
}

const staticDataOf = (context: Context | IPollFunctions): { state?: StoredState } =>
	context.getWorkflowStaticData('node');

/** What n8n has stored is of this list; undefined if it has nothing. */
export const storedWatchKey = (context: IPollFunctions): string | undefined =>
	staticDataOf(context).state?.watchKey;

/**
 * When it changes, the trigger starts over. A new API key does not change it: it reads the same
 * lists.
 */
export async function watchKeyOf(
	context: Context,
	{ fromEverything }: Watch,
	{ options: { url, qs } }: RequestData,
): Promise<string> {
	const origin = originOf(await context.getCredentials(CREDENTIAL));
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	const event = context.getNodeParameter('event');
	return contentHash({ event, url, qs, origin, credential, fromEverything });
}

/** What n8n has stored of the list; undefined if it has nothing, or something of another list. */
export function storedRecords(context: Context, watchKey: string): SerializedRecords | undefined {
	const { state } = staticDataOf(context);
	return state?.version === VERSION && state.watchKey === watchKey ? state : undefined;
}

/**
 * Gives n8n what it is to store, if that is something else than it has. n8n saves it with what the
 * poll delivers, and on publishing; with durable cursors after each poll.
 */
export function store(context: Context, watchKey: string, seen: SeenRecords): void {
	const isStored = storedRecords(context, watchKey) !== undefined;
	if (isStored && !seen.hasChanged) return;
	const staticData = staticDataOf(context);
	if (!isStored && staticData.state) log(context, 'startsOver');
	staticData.state = { version: VERSION, watchKey, ...seen.serialize() };
}
