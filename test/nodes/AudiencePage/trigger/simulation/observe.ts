/** Polls a trigger, and writes down what was in the list meanwhile, and what came of it. */
import type { IDataObject } from 'n8n-workflow';

import type { FaultKind, RecordedRequest, Sandbox } from '../../../../service/sandbox';
import type { Change, Poll, Trouble } from './steps';
import type { World } from './world';

/** What there was to see for a poll, or for several at the same time, and what came of it. */
export interface Observed {
	/** All that was in the list at some time of it, each as its ID and its content. */
	existed: Map<string, Set<string>>;
	/** Whether the list stayed as it was. */
	isStill: boolean;
	/** Whether its time was up, be it that it had just come to its end. */
	isStopped: boolean;
	/** What went wrong on the way. */
	faults: FaultKind[];
	delivered: IDataObject[];
	/** Why it failed. */
	error?: Error;
}

const isHit = ({ at, times }: Trouble, n: number): boolean => n >= at && n < at + times;

/** What goes on while it observes. */
export interface Happening {
	poll: () => Promise<IDataObject[]>;
	apply: (change: Change) => void;
	/** Holds back a request, by its number, until this is over: another process may poll, observed on its own. */
	hold?: (n: number) => Promise<void> | undefined;
}

/** Lets `poll` run once for each of the polls at the same time, with all that the step has in store for it. */
export async function observe(
	sandbox: Sandbox,
	world: World,
	{ atOnce, trouble, endsAfter, meanwhile }: Poll,
	{ poll, apply, hold = () => undefined }: Happening,
): Promise<Observed> {
	const seen: Observed = { existed: new Map(), isStill: true, isStopped: false, faults: [], delivered: [] };
	const exist = () => {
		for (const { id, content } of world.list()) {
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
	const start = (milliseconds: number) => {
		end = performance.now() + milliseconds;
		return timeUp.signal;
	};
	const requests: RecordedRequest[] = [];
	const onRequest = async (request: RecordedRequest) => {
		const n = requests.push(request) - 1;
		await hold(n);
		// What the service asks to wait passes at once, and is time all the same.
		if (performance.now() >= end) stop();
		if (trouble && isHit(trouble, n)) sandbox.failNext(trouble.kind);
		for (const { change } of meanwhile.filter(({ at }) => at === n)) {
			apply(change);
			seen.isStill = false;
			exist();
		}
	};
	let listPages = 0;
	const onAnswer: Sandbox['settings']['onAnswer'] = ({ path }, { status }) => {
		if (status < 300 && world.isListPage(path) && ++listPages === endsAfter) stop();
	};
	if (endsAfter === 0) stop();

	const { settings } = sandbox;
	const { onRequest: requestBefore, onAnswer: answerBefore } = settings;
	const timeout: unknown = Reflect.get(AbortSignal, 'timeout');
	Object.assign(settings, { onRequest, onAnswer });
	Object.assign(AbortSignal, { timeout: start });
	const results = await Promise.allSettled(Array.from({ length: atOnce }, poll));
	Object.assign(AbortSignal, { timeout });
	Object.assign(settings, { onRequest: requestBefore, onAnswer: answerBefore });

	for (const result of results) {
		if (result.status === 'fulfilled') seen.delivered.push(...result.value);
		else seen.error = result.reason as Error;
	}
	seen.faults = requests.flatMap(({ fault }) => fault ?? []);
	return seen;
}
