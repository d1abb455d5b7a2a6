/** What is the same of every n8n that polls a trigger, whichever scheduler it has. */
import { NodeApiError, type IDataObject, type INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Sandbox } from '../../../../service/sandbox';
import type { World } from './lists';
import type { Observed, Oracle } from './oracle';
import type { Change, Poll, Restart } from './steps';

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

/**
 * Lets `poll` run once for each of the polls at the same time, with all that the step has in store for it, and writes down
 * what was in the list meanwhile, and what came of it.
 *
 * @param hold holds back a request, by its number: another process may poll meanwhile, observed on its own
 */
export async function observe(
	scene: Scene,
	{ atOnce, trouble, endsAfter, meanwhile = [] }: Poll,
	poll: () => Promise<IDataObject[]>,
	hold: (n: number) => Promise<void> | undefined = () => undefined,
): Promise<Observed> {
	const { sandbox, world } = scene;
	const seen: Observed = { existed: new Map(), isStill: true, isStopped: false, faults: [], delivered: [] };
	const exist = () => {
		for (const { id, content } of world.listed()) {
			seen.existed.set(id, (seen.existed.get(id) ?? new Set()).add(content));
		}
	};
	exist();

	const timeUp = new AbortController();
	const stop = () => {
		seen.isStopped = true;
		timeUp.abort();
	};
	let end = Infinity;
	const timeout = (milliseconds: number) => {
		end = performance.now() + milliseconds;
		return timeUp.signal;
	};
	const requests: RecordedRequest[] = [];
	const onRequest = async (request: RecordedRequest) => {
		const n = requests.push(request) - 1;
		await hold(n);
		// What the service asks to wait passes at once, and is time all the same.
		if (performance.now() >= end) stop();
		if (trouble && n >= trouble.at && n < trouble.at + trouble.times) sandbox.failNext(trouble.kind);
		for (const { change } of meanwhile.filter(({ at }) => at === n)) {
			scene.apply(change);
			seen.isStill = false;
			exist();
		}
	};
	let listPages = 0;
	const onAnswer: Sandbox['settings']['onAnswer'] = ({ path }, { status }) => {
		if (status < 300 && world.isListPage(path) && ++listPages === endsAfter) stop();
	};
	if (endsAfter === 0) stop();

	const before = { onRequest: sandbox.settings.onRequest, onAnswer: sandbox.settings.onAnswer };
	const timeoutBefore: unknown = Reflect.get(AbortSignal, 'timeout');
	Object.assign(sandbox.settings, { onRequest, onAnswer });
	Object.assign(AbortSignal, { timeout });
	const results = await Promise.allSettled(Array.from({ length: atOnce }, poll));
	Object.assign(AbortSignal, { timeout: timeoutBefore });
	Object.assign(sandbox.settings, before);

	for (const result of results) {
		if (result.status === 'fulfilled') seen.delivered.push(...result.value);
		else seen.error = result.reason as Error;
	}
	seen.faults = requests.flatMap(({ fault }) => fault ?? []);
	done.polls++;
	return seen;
}

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
