import { hash, randomUUID } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { canonicalJson } from '../execution/canonicalJson';
import { CREDENTIAL } from '../transport/delivery';
import type { RequestData } from '../transport/request';

/** Of the form of the state below. */
const VERSION = 1;

/** n8n does not save what a quiet poll keeps: after a restart, it may be long out of date. */
const PROCESS = randomUUID();

/** So many polls without a full read that one is due, whatever the options say. */
const DUE = Number.MAX_SAFE_INTEGER;

/** How far a trigger has come. n8n may give back any earlier one. */
export interface Progress {
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
	/** Whether that read has left something behind, so that what comes before is to be read too. */
	hasRest?: boolean;
	/** Polls since the last full read. */
	polls: number;
}

/** What is in the static data. */
interface State extends Progress {
	version: number;
	/** Who has kept it. */
	process: string;
}

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
	return hash('sha256', watched, 'base64');
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
	return state.process === PROCESS ? state : { ...state, hasRest: true, polls: DUE };
}

/** Keeps the progress: n8n saves it when the poll delivers something, and when the workflow is published. */
export function keep(context: IExecutePaginationFunctions, progress: Progress): void {
	const state: State = { ...progress, version: VERSION, process: PROCESS };
	Object.assign(context.getWorkflowStaticData('node'), { state });
}
