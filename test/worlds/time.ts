import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import type { WorldService } from './WorldService';

/** Turns of the event loop after which whoever has something to do has begun with it. */
const TURNS = 3;
/** So many turns in which nothing is under way, and no time to wait for: nothing will come any more. */
const TURNS_OF_NOBODY = 5_000;
/** No run takes so long, in milliseconds of its own time. */
const LONGEST_RUN = 24 * 60 * 60 * 1000;

type Execute = (this: IExecuteFunctions) => Promise<unknown>;

/**
 * Runs something in a time of its own: no time passes while anything can go on without it, and then at
 * once as much as there is to wait. So what happens does not depend on how fast the machine is. The
 * clock is jest's (`jest.useFakeTimers`), the connections are real ones.
 *
 * @param run gets a node's type, of whose requests the clock knows
 */
export async function inItsOwnTime<Result>(
	service: WorldService,
	nodeType: INodeType,
	run: (nodeType: INodeType) => Promise<Result>,
): Promise<Result> {
	/** Requests that were begun and are not answered, seen from the node. */
	let open = 0;
	/** Anything that happens at the node's end of a connection. */
	let events = 0;
	const counted = countingRequests(nodeType, (change) => {
		open += change;
		events++;
	});
	let hasEnded = false;
	const result = run(counted).finally(() => (hasEnded = true));
	result.catch(() => undefined);

	const began = Date.now();
	for (let quiet = 0, known = -1; !hasEnded; quiet++) {
		await new Promise((resolve) => setImmediate(resolve));
		if (events !== known || open !== service.held) {
			known = events;
			quiet = 0;
		}
		if (quiet < TURNS) continue;
		if (service.goOn()) quiet = 0;
		else if (jest.getTimerCount() > 0) {
			letTimePass();
			quiet = 0;
		}
		if (quiet > TURNS_OF_NOBODY) throw new Error('The run waits for something that never comes');
		if (Date.now() - began > LONGEST_RUN) throw new Error('The run takes more than a day');
	}
	return await result;
}

/** Until the next timer is due; none of Node's takes less than a millisecond. */
function letTimePass(): void {
	const now = Date.now();
	jest.advanceTimersToNextTimer();
	if (Date.now() === now) jest.advanceTimersByTime(1);
}

/** The node, with a count of the requests that n8n sends for it. */
function countingRequests(nodeType: INodeType, count: (change: 1 | -1) => void): INodeType {
	const execute: Execute = async function () {
		const { httpRequestWithAuthentication: send } = this.helpers;
		const counting = async function (this: IExecuteFunctions, ...request: Parameters<typeof send>) {
			count(1);
			try {
				return (await send.apply(this, request)) as unknown;
			} finally {
				count(-1);
			}
		};
		const helpers = Object.create(this.helpers, {
			httpRequestWithAuthentication: { value: counting },
		}) as IExecuteFunctions['helpers'];
		const context = Object.create(this, { helpers: { value: helpers } }) as IExecuteFunctions;
		return await (nodeType.execute as Execute).call(context);
	};
	return Object.assign(Object.create(nodeType) as INodeType, { execute });
}
