import { createHash, randomUUID } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { canonicalJson } from '../execution/canonicalJson';
import { CREDENTIAL } from '../transport/delivery';
import type { RequestData } from '../transport/request';

/** Of the form of the state below. */
const VERSION = 1;

/** n8n does not save what a quiet poll counts: after a restart, the count says nothing. */
const PROCESS = randomUUID();

/** What a trigger keeps in its static data from poll to poll. n8n may give back any earlier one. */
interface State extends IDataObject {
	version: number;
	/** What is watched. */
	watched: string;
	/** Whether the records that were there at first were delivered, or are to be. */
	fromEverything: boolean;
	/** A `Memory`. */
	delivered: string;
	/** How many records of the list were delivered, if it tells how many it has. */
	count?: number;
	/** Where a read goes on that was not finished. */
	goOn?: string;
	/** Whether that read found more than it delivered. */
	hasRest?: boolean;
	/** Polls since the last full read; they count in the process that made it. */
	polls: number;
	process?: string;
}

/** A state, but for what is the same for all. */
export type Progress = Pick<
	State,
	'watched' | 'fromEverything' | 'delivered' | 'count' | 'goOn' | 'hasRest'
> & {
	/** `Infinity` if a full read is due. */
	polls: number;
};

/**
 * A text for what a poll watches: event, account, page or other record, filters, and credential. The
 * API key plays no part, for a new key reads the same lists.
 */
export async function watchedBy(
	context: IExecutePaginationFunctions,
	{ options }: RequestData,
): Promise<string> {
	const { baseUrl } = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const origin = String(baseUrl as string)
		.trim()
		.replace(/\/(v0\/?)?$/, '');
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	const event = context.getNodeParameter('event');
	const { url, qs } = options;
	const watched = canonicalJson({ event, url, qs, origin, credential });
	return createHash('sha256').update(watched).digest('base64');
}

/** What the node has kept of what it watches; undefined where there is nothing to go on from. */
export function progressOf(
	context: IExecutePaginationFunctions,
	watched: string,
	fromEverything: boolean,
): Progress | undefined {
	const { state } = context.getWorkflowStaticData('node') as { state?: State };
	if (state?.version !== VERSION || state.watched !== watched) return undefined;
	// Who asks for everything has not had it yet; who asks for no more has nothing to begin anew.
	if (fromEverything && !state.fromEverything) return undefined;
	const polls = state.process === PROCESS ? state.polls : Infinity;
	const { delivered, count, goOn, hasRest } = state;
	return { watched, fromEverything: state.fromEverything, delivered, count, goOn, hasRest, polls };
}

/** Keeps the progress: n8n saves it when the poll delivers something, and when the workflow is published. */
export function keep(context: IExecutePaginationFunctions, { polls, ...progress }: Progress): void {
	const counted = Number.isFinite(polls) ? { polls, process: PROCESS } : { polls: 0 };
	const state: State = { version: VERSION, ...progress, ...counted };
	context.getWorkflowStaticData('node').state = state;
}
