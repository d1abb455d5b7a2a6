import { hash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { canonicalJson } from '../shared/canonicalJson';
import { CREDENTIAL } from '../transport/apiClient';
import type { RequestData } from '../transport/request';
import { DeliveredRecords, type Layout, type StoredRecords } from './deliveredRecords';

/** What the static data holds. n8n may give back any earlier one. */
interface StoredState extends StoredRecords {
	/** What is watched. */
	watched: string;
	/** Whether the records that were there at first were delivered, or are to be. */
	fromEverything: boolean;
	/** How many records of the list were delivered, if it tells how many it has. */
	count?: number;
	/** When the memory last changed: later than in the state that this one goes on from. 1.0.0 had none. */
	changedAt?: number;
}

/** What ends with the process, for n8n does not save what quiet polls would keep. */
export interface ProcessState {
	/** Polls since the last full read. */
	polls: number;
	/** When the last poll began, and when the one that read the whole list, by the process's own clock. */
	polledAt: number;
	fullReadAt: number;
	/** Where a read goes on that was not finished. */
	resumeCursor?: string;
	/** Whether that read has left something behind, so that what comes before is to be read too. */
	hasBacklog?: boolean;
}

/** How far a trigger has come. */
export type Progress = StoredState & ProcessState & { memory: DeliveredRecords };

/** Of the form of what is saved. */
const VERSION = 1;

/** What this process knows of a node. */
interface NodeProgress {
	/** The newest state that n8n has given back to it. */
	given?: StoredState;
	/** Where its last poll has left off. */
	kept?: Progress;
}

/** A key for each node that was polled; what is known of it stays while n8n runs. */
const knownNodes = new Map<string, NodeProgress>();

/** Nothing is known of earlier polls: a full read is due. */
const UNKNOWN: ProcessState = { polls: Infinity, polledAt: 0, fullReadAt: 0 };

/** A name for a node, the same in every copy of its workflow: n8n keeps the static data by it, too. */
export const nodeKey = (context: IExecutePaginationFunctions): string =>
	`${context.getWorkflow().id} ${context.getNode().name}`;

/**
 * A text for what a poll watches: event, account, page or other record, filters, and credential. The
 * API key plays no part, for a new key reads the same lists.
 */
export async function watchKeyOf(
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

function storedState(context: IExecutePaginationFunctions): StoredState | undefined {
	const { state } = context.getWorkflowStaticData('node') as { state?: StoredState & { version: number } };
	if (state?.version !== VERSION) return undefined;
	const { watched, fromEverything, delivered, marks, count, changedAt } = state;
	return { watched, fromEverything, delivered, marks, count, changedAt };
}

/**
 * What the node has kept of what it watches; undefined where there is nothing to go on from.
 *
 * n8n gives back an earlier state when an execution that began with it has written it back, and none
 * when it began before there was one. A later state that n8n has given to this process before is what
 * it goes on from then: what led to it was delivered. One that it has never given back counts for
 * nothing: n8n drops what a poll finds while its workflow is published anew, and its state with it.
 */
export async function loadProgress(
	context: IExecutePaginationFunctions,
	watched: string,
	fromEverything: boolean,
	layout: Layout,
): Promise<Progress | undefined> {
	const node = nodeKey(context);
	const { given, kept } = knownNodes.get(node) ?? {};
	const [state] = [storedState(context), given]
		.filter((one) => one !== undefined)
		// Switching from Now to Everything starts over; switching back does not.
		.filter((one) => one.watched === watched && (one.fromEverything || !fromEverything))
		.sort((one, other) => (other.changedAt ?? 0) - (one.changedAt ?? 0));
	if (state === undefined) {
		knownNodes.delete(node);
		return undefined;
	}
	knownNodes.set(node, { given: state, kept });
	const { delivered, marks } = state;
	const isKept = kept?.watched === watched && kept.delivered === delivered && kept.marks === marks;
	if (isKept) return { ...kept, ...state };
	return { ...UNKNOWN, ...state, memory: await DeliveredRecords.read(layout, state) };
}

/** Keeps the progress: n8n saves it when the poll delivers something, and when the workflow is published. */
export async function saveProgress(context: IExecutePaginationFunctions, progress: Progress): Promise<void> {
	const { watched, fromEverything, count, memory } = progress;
	let { delivered, marks, changedAt } = progress;
	if (memory.hasChanged) {
		changedAt = Math.max(Date.now(), (changedAt ?? 0) + 1);
		({ delivered, marks } = await memory.write());
	}
	const state = { version: VERSION, watched, fromEverything, delivered, marks, count, changedAt };
	Object.assign(context.getWorkflowStaticData('node'), { state });
	const node = nodeKey(context);
	const kept = { ...progress, delivered, marks, changedAt };
	knownNodes.set(node, { given: knownNodes.get(node)?.given, kept });
}
