/** What is the same of every n8n that polls a trigger, whichever scheduler it has. */
import { NodeApiError, type INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../service/sandbox';
import type { Observed } from './observe';
import type { Oracle } from './oracle';
import type { Change, Poll, Restart } from './steps';
import type { World } from './world';

/** Where a trigger is polled, and who judges it. */
export interface Scene {
	sandbox: Sandbox;
	world: World;
	oracle: Oracle;
	/** Of the trigger. */
	parameters: INodeParameters;
	apply(change: Change): void;
}

export interface N8n {
	/** Polls once as the step says, and has the oracle judge it. */
	poll(step: Poll): Promise<void>;
	restart(step: Restart): void;
	/** How many processes poll in turn. */
	readonly processes: number;
}

/** What simulations did, all together. */
export const done = { steps: 0, polls: 0, deliveries: 0, restarts: 0, thrownAway: 0 };

/** Whether the page search does not give all pages in its one answer. */
function isCut({ sandbox: { settings, store } }: Scene): boolean {
	const { defaultLimit, maxLimit, mostPerPage } = settings;
	const size = maxLimit < 100 ? defaultLimit : Math.min(maxLimit, mostPerPage);
	return store.pages.all().length > size;
}

/**
 * Judges a poll that has failed.
 *
 * @param failure the error of the poll, or a text in n8n's log in its place
 * @param isTakenUp whether n8n has just started: then it gives up a workflow whose first poll fails, so that failure is
 * only logged
 */
export function judgeFailure(
	scene: Scene,
	{ faults, isStopped, delivered }: Observed,
	failure: Error | string,
	isTakenUp = false,
): void {
	const mayFail = faults.length > 0 || isStopped || (scene.world.needsAllPages && isCut(scene));
	if (!mayFail) throw failure instanceof Error ? failure : new Error(failure);
	if (delivered.length > 0) throw new Error('A poll failed, and something was delivered');
	const isAsDue = isTakenUp ? typeof failure === 'string' : failure instanceof NodeApiError;
	if (!isAsDue) throw new Error(`A poll failed in the wrong way: ${String(failure)}`);
}
