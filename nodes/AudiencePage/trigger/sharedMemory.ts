/**
 * What the triggers of a workflow remember, kept from being wiped out by each other.
 *
 * n8n saves the static data of all nodes of a workflow together. But nodes that were published one
 * after the other are polled on workflow objects of their own, each with a copy of all static data,
 * of which only the part of its own nodes is up to date. So each object also gets the memory of the
 * triggers on the other objects, as the very object that they write to, in the part that belongs to
 * no node: n8n saves it along, whichever node delivers.
 */
import type { IExecutePaginationFunctions, IPollFunctions } from 'n8n-workflow';

import { getOrMake } from '../shared/values';
import { processState, type MemoryPlace, type StaticData } from './state';

const memoryKeyOf = (context: Pick<IPollFunctions, 'getNode'>): string =>
	`node:${context.getNode().name}`;

/**
 * When a poll begins: the node gets the newest memory that n8n has loaded, in each workflow object
 * that is polled.
 */
export function shareMemory(context: IPollFunctions): void {
	const place: MemoryPlace = {
		own: context.getWorkflowStaticData('node'),
		workflow: context.getWorkflowStaticData('global'),
	};
	const key = memoryKeyOf(context);
	adoptLoaded(place, key);
	// With durable cursors, the node has a copy of its cursor, which n8n does not observe for
	// changes.
	if (!('__dataChanged' in place.own)) return;

	const { own, workflow } = place;
	const { id = '' } = context.getWorkflow();
	const places = getOrMake(processState.memoryPlaces, id, () => new Map<string, MemoryPlace>());
	places.set(key, place);
	if (workflow.audiencePageTriggers?.[key]) delete workflow.audiencePageTriggers[key];
	for (const [otherKey, other] of places) {
		if (other.workflow === workflow) continue;
		addMemory(workflow, otherKey, other.own);
		addMemory(other.workflow, key, own);
	}
}

/**
 * Whether it was published again meanwhile. n8n drops what such a poll has found, so it must not be
 * remembered.
 */
export function isSuperseded(context: IExecutePaginationFunctions): boolean {
	const places = processState.memoryPlaces.get(context.getWorkflow().id ?? '');
	const place = places?.get(memoryKeyOf(context));
	return place !== undefined && place.own !== context.getWorkflowStaticData('node');
}

/**
 * Replaces the node's own memory by the one that was saved with another workflow object, if that is
 * newer.
 */
function adoptLoaded({ own, workflow }: MemoryPlace, key: string): void {
	// As n8n has loaded them. What a trigger adds to the workflow object later, n8n may yet throw
	// away.
	const copy = () => ({ ...workflow.audiencePageTriggers });
	const memory = getOrMake(processState.loadedMemories, workflow, copy)[key];
	if (changedAt(memory) > changedAt(own)) own.state = memory?.state;
}

const changedAt = (memory?: StaticData): number => memory?.state?.changedAt ?? 0;

/** Only if it is not there yet: n8n takes each write for a change that is to be saved. */
function addMemory(workflow: MemoryPlace['workflow'], key: string, memory: StaticData): void {
	const memories = (workflow.audiencePageTriggers ??= {});
	if (memories[key] !== memory) memories[key] = memory;
}
