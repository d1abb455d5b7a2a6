/** Polls as a step says, and writes down what there was to see and what came of it. */
import { NodeApiError, type IDataObject } from 'n8n-workflow';

import type { RecordedRequest, Sandbox } from '../../../../service/sandbox';
import type { World } from './lists';
import type { Observed } from './oracle';
import type { Change, Poll } from './steps';

export interface Scene {
	sandbox: Sandbox;
	world: World;
	apply: (change: Change) => void;
}

/** Lets `poll` run once for each of the polls at the same time, with all that the step has in store for it. */
export async function observe(
	{ sandbox, world, apply }: Scene,
	{ atOnce = 1, trouble, endsAfter, meanwhile = [] }: Poll,
	poll: () => Promise<IDataObject[]>,
): Promise<Observed> {
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
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		end = performance.now() + milliseconds;
		return timeUp.signal;
	});
	const requests: RecordedRequest[] = [];
	let listPages = 0;
	Object.assign(sandbox.settings, {
		onRequest: (request: RecordedRequest) => {
			const n = requests.push(request) - 1;
			// What the service asks to wait passes at once, and is time all the same.
			if (performance.now() >= end) stop();
			if (trouble && n >= trouble.at && n < trouble.at + trouble.times) sandbox.failNext(trouble.kind);
			for (const { change } of meanwhile.filter(({ at }) => at === n)) {
				apply(change);
				seen.isStill = false;
				exist();
			}
		},
		onAnswer: ({ path }: RecordedRequest, { status }: { status: number }) => {
			if (status < 300 && world.isListPage(path) && ++listPages === endsAfter) stop();
		},
	});
	if (endsAfter === 0) stop();
	const results = await Promise.allSettled(Array.from({ length: atOnce }, poll));
	timeout.mockRestore();
	for (const result of results) {
		if (result.status === 'fulfilled') seen.delivered.push(...result.value);
		else seen.error = result.reason as Error;
	}
	seen.faults = requests.flatMap(({ fault }) => fault ?? []);
	return seen;
}

/** Whether the page search does not give all pages in its one answer. */
function isCut({ settings, store }: Sandbox): boolean {
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
	{ sandbox, world }: Scene,
	{ faults, isStopped, delivered }: Observed,
	failure: Error | string,
	isTakenUp: boolean,
): void {
	const mayFail = faults.length > 0 || isStopped || (world.needsAllPages && isCut(sandbox));
	if (!mayFail) throw failure instanceof Error ? failure : new Error(failure);
	if (delivered.length > 0) throw new Error('A poll failed, and something was delivered');
	const isAsDue = isTakenUp ? typeof failure === 'string' : failure instanceof NodeApiError;
	if (!isAsDue) throw new Error(`A poll failed in the wrong way: ${String(failure)}`);
}
