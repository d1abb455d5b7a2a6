import { hash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { canonicalJson } from '../execution/canonicalJson';
import { CREDENTIAL } from '../transport/delivery';
import type { RequestData } from '../transport/request';

/** What the static data holds. n8n may give back any earlier one. */
interface Saved {
	/** What is watched. */
	watched: string;
	/** Whether the records that were there at first were delivered, or are to be. */
	fromEverything: boolean;
	/** A `Memory`. */
	delivered: string;
	/** How many records of the list were delivered, if it tells how many it has. */
	count?: number;
}

/** What ends with the process, for n8n does not save what quiet polls would keep. */
interface Passing {
	/** Polls since the last full read. */
	polls: number;
	/** Where a read goes on that was not finished. */
	goOn?: string;
	/** Whether that read has left something behind, so that what comes before is to be read too. */
	hasRest?: boolean;
}

/** How far a trigger has come. */
export type Progress = Saved & Passing;

/** Of the form of what is saved. */
const VERSION = 1;

/** What this process knows of each node, and of which watch. */
const passing = new Map<string, Passing & { watched: string }>();

/** Nothing is known of earlier polls: a full read is due. */
const UNKNOWN: Passing = { polls: Infinity };

/** A name for a node that is the same in every copy of its workflow that n8n loads. */
export const nodeOf = (context: IExecutePaginationFunctions): string =>
	`${context.getWorkflow().id} ${context.getNode().id}`;

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
	const { state } = context.getWorkflowStaticData('node') as { state?: Saved & { version: number } };
	if (state?.version !== VERSION || state.watched !== watched) return undefined;
	// Who asks for everything has not had it yet; who asks for no more has nothing to begin anew.
	if (fromEverything && !state.fromEverything) return undefined;
	const { delivered, count } = state;
	const known = passing.get(nodeOf(context));
	const { polls, goOn, hasRest } = known?.watched === watched ? known : UNKNOWN;
	return { watched, fromEverything: state.fromEverything, delivered, count, polls, goOn, hasRest };
}

/** Keeps the progress: n8n saves it when the poll delivers something, and when the workflow is published. */
export function keep(context: IExecutePaginationFunctions, progress: Progress): void {
	const { watched, fromEverything, delivered, count, polls, goOn, hasRest } = progress;
	const state = { version: VERSION, watched, fromEverything, delivered, count };
	Object.assign(context.getWorkflowStaticData('node'), { state });
	passing.set(nodeOf(context), { watched, polls, goOn, hasRest });
}
