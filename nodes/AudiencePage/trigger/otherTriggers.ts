/**
 * What the triggers of a workflow remember, kept from being wiped out by each other.
 *
 * n8n saves the static data of all nodes of a workflow together. But nodes that were published one after the other have
 * workflow objects of their own, each with a copy of all static data, of which only the part of its own nodes is up to
 * date. So each object also gets the up-to-date memory of the triggers on the other objects, among what belongs to no
 * node: n8n saves it along, whichever node delivers.
 */
import type { IExecutePaginationFunctions, IPollFunctions } from 'n8n-workflow';

import { processState } from './processState';
import type { StaticData } from './storedState';

type Context = IExecutePaginationFunctions | IPollFunctions;

/** By node, as n8n names its static data. */
type Memories = Record<string, StaticData>;

/** The static data of a workflow object that belongs to no node. */
export interface WorkflowStaticData {
	audiencePageTriggers?: Memories;
}

/** Where a trigger keeps its memory: its part of a workflow object, and that object's part of no node. */
export interface MemoryPlace {
	own: StaticData;
	workflow: WorkflowStaticData;
}

const workflowDataOf = (context: Context) => context.getWorkflowStaticData('global') as WorkflowStaticData;

const keyOf = (context: Context): string => `node:${context.getNode().name}`;

/** When the newest state in it was changed. Between two of the same time, that of which all pages were read is newer. */
const changedAt = ({ state, pages }: StaticData): number =>
	Math.max(0, ...[state, ...Object.values(pages?.states ?? {})].map((one) => one?.changedAt ?? 0)) +
	(pages?.begun ? 0.5 : 0);

/** Whether n8n saves it with the workflow. With durable cursors, it saves a copy that is not observed for changes. */
const isSavedWithWorkflow = (own: StaticData): boolean => '__dataChanged' in own;

/**
 * Replaces what a node has remembered by the memory that was saved along with another workflow object, if that is newer.
 *
 * Only what n8n has loaded counts, once: what another trigger adds later is for n8n to save.
 */
export function adoptCopy(context: Context, own: StaticData): void {
	const workflow = workflowDataOf(context);
	const { loadedMemories } = processState;
	const loaded = loadedMemories.get(workflow) ?? { ...workflow.audiencePageTriggers };
	loadedMemories.set(workflow, loaded);
	const key = keyOf(context);
	const copy = loaded[key];
	if (copy === undefined) return;
	delete loaded[key];
	if (changedAt(copy) <= changedAt(own)) return;
	delete own.state;
	delete own.pages;
	Object.assign(own, copy);
}

/**
 * Has n8n save what a node remembers, now and later, together with each workflow object on which another trigger of the
 * workflow is polled; and what those remember, with this one.
 */
export function shareWithOthers(context: Context, own: StaticData): void {
	if (!isSavedWithWorkflow(own)) return;
	const workflow = workflowDataOf(context);
	const { id = '' } = context.getWorkflow();
	const places = processState.memoryPlaces.get(id) ?? new Map<string, MemoryPlace>();
	processState.memoryPlaces.set(id, places);
	const key = keyOf(context);
	places.set(key, { own, workflow });
	delete workflow.audiencePageTriggers?.[key];
	for (const [otherKey, other] of places) {
		if (other.workflow === workflow) continue;
		(workflow.audiencePageTriggers ??= {})[otherKey] = other.own;
		(other.workflow.audiencePageTriggers ??= {})[key] = own;
	}
}
