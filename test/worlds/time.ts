import type { Readable } from 'node:stream';

import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node';
import type { WorldService } from './WorldService';

/** Turns of the event loop after which whoever has something to do has begun with it. */
const TURNS = 3;
/** So many turns in which nothing is under way, and no time to wait for: nothing will come any more. */
const TURNS_OF_NOBODY = 5_000;
/** No run takes so long, in milliseconds of its own time. */
const LONGEST_RUN = 24 * 60 * 60 * 1000;

/** Jest's clock for the tests of a file; the connections have their own. */
export function useItsOwnTime(): void {
	beforeAll(() => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });
	});
	afterAll(() => jest.useRealTimers());
}

/**
 * Runs something in a time of its own: no time passes while anything can go on without it, and then at
 * once as much as there is to wait. So what happens does not depend on how fast the machine is. The
 * clock is Jest's (see `useItsOwnTime`), the connections are real ones.
 */
export async function inItsOwnTime<Result>(
	service: WorldService,
	run: () => Promise<Result>,
): Promise<Result> {
	/** Requests that were begun and are not answered, seen from the node. */
	let open = 0;
	/** Anything that happens at the node's end of a connection. */
	let events = 0;
	const stopCounting = countRequests((change) => {
		open += change;
		events++;
	});
	const state = { hasEnded: false };
	const result = run().finally(() => (state.hasEnded = true));
	result.catch(() => undefined);

	const began = Date.now();
	for (let quiet = 0, known = -1; !state.hasEnded; quiet++) {
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
	stopCounting();
	return await result;
}

/** Until the next timer is due; none of Node's takes less than a millisecond. */
function letTimePass(): void {
	const now = Date.now();
	jest.advanceTimersToNextTimer();
	if (Date.now() === now) jest.advanceTimersByTime(1);
}

/** Counts the requests that n8n sends for the two nodes, until it is stopped. */
function countRequests(count: (change: 1 | -1) => void): () => void {
	const execute = Reflect.get(AudiencePage.prototype, 'execute');
	const poll = Reflect.get(AudiencePageTrigger.prototype, 'poll');
	const spies = [
		jest.spyOn(AudiencePage.prototype, 'execute').mockImplementation(async function (
			this: IExecuteFunctions,
		) {
			return await execute.call(withCount(this, count));
		}),
		jest.spyOn(AudiencePageTrigger.prototype, 'poll').mockImplementation(async function (
			this: IPollFunctions,
		) {
			return await poll.call(withCount(this, count));
		}),
	];
	return () => spies.forEach((spy) => spy.mockRestore());
}

/** n8n's context, with a count of the requests that are open. */
function withCount<Context extends IExecuteFunctions | IPollFunctions>(
	context: Context,
	count: (change: 1 | -1) => void,
): Context {
	type Send = Context['helpers']['httpRequestWithAuthentication'];
	const send = Reflect.get(context.helpers, 'httpRequestWithAuthentication') as Send;
	const counting = async function (this: Context, ...request: Parameters<typeof send>) {
		count(1);
		const end = () => count(-1);
		try {
			const response = (await send.apply(this as never, request)) as { body: Readable };
			// Its body is still to come: the node reads it as a stream.
			response.body.once('close', end);
			return response;
		} catch (error) {
			end();
			throw error;
		}
	};
	const helpers = Object.create(context.helpers, {
		httpRequestWithAuthentication: { value: counting },
	}) as Context['helpers'];
	return Object.create(context, { helpers: { value: helpers } }) as Context;
}
