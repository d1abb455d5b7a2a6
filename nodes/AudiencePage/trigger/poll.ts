import {
	sleep,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { Executor } from '../execution/executor';
import { ApiClient, RequestAbortedError, type RequestSettings } from '../transport/apiClient';
import { apiError } from '../transport/errors';

/** How long a request may take, in milliseconds, where the poll has as much time left. */
const MAX_REQUEST_TIMEOUT = 60_000;

/** How long a poll may take where n8n does not say, in milliseconds. */
const DEFAULT_BUDGET = 240_000;

/** The static data of the nodes that were polled since n8n loaded their workflow. */
const polledStaticData = new WeakSet<object>();

/** n8n takes a workflow up by itself, with nobody there to see that it cannot. */
const AUTOMATIC_ACTIVATION = ['init', 'leadershipChange'];

/** n8n's context of a poll as one of a run: a poll has no items, and its parameters are asked for without one. */
const asExecuteFunctions = (context: IPollFunctions): IExecuteFunctions =>
	Object.create(context, {
		getInputData: { value: () => [{ json: {} }] },
		getNodeParameter: { value: (name: string) => context.getNodeParameter(name) },
	}) as IExecuteFunctions;

/** What is refused is refused for the node: a trigger has no items. */
const withoutItemIndex = (context: IExecutePaginationFunctions): IExecutePaginationFunctions =>
	Object.create(context, { getItemIndex: { value: () => undefined } }) as IExecutePaginationFunctions;

/** How long this poll may take, in whole milliseconds; an older n8n does not say. */
function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	return Math.floor(getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET);
}

/**
 * Polls the list that the chosen event watches, as the description declares it.
 *
 * @returns what is new, in one batch; null if nothing is, or if the poll fails where nobody would see it
 * (see `leaveToNext`)
 * @throws the errors of the operations that read the same lists
 */
export async function poll(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await readList(context, description);

	const staticData = context.getWorkflowStaticData('node');
	const isFirst = !polledStaticData.has(staticData);
	polledStaticData.add(staticData);
	const isTakenUp =
		isFirst && 'state' in staticData && AUTOMATIC_ACTIVATION.includes(context.getActivationMode());
	const reading = readList(context, description);
	return await (isTakenUp ? reading.catch(logAndSkip(context)) : reading);
}

/**
 * For the first poll of a workflow that n8n takes up again when it starts: n8n would give up a workflow
 * that fails then, and never poll it again. What fails now fails at the next poll as well.
 */
const logAndSkip =
	(context: IPollFunctions) =>
	(error: Error): null => {
		const { name } = context.getNode();
		context.logger.warn(`The first poll of ${name} failed, the next poll tries again: ${error.message}`);
		return null;
	};

/**
 * A list with cursors is read page after page, and what fails for long is left to the next poll. A
 * request has what is left of the poll's time, at each of its tries.
 */
function settingsWithin(budget: number): RequestSettings {
	const end = performance.now() + budget;
	return {
		maxRetries: 3,
		get timeout() {
			const left = Math.floor(end - performance.now());
			// 0 would be no limit at all.
			return Math.max(1, Math.min(left, MAX_REQUEST_TIMEOUT));
		},
	};
}

async function readList(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<INodeExecutionData[][] | null> {
	const budget = budgetOf(context);
	const run = asExecuteFunctions(context);
	const executor = new Executor(run, description);
	const itemless = withoutItemIndex(executor.contextOf(0));
	const settings = settingsWithin(budget);
	const abortSignal = AbortSignal.timeout(budget);
	const client = new ApiClient({ maxConcurrentRequests: 1, abortSignal });
	const prepared = await executor.prepare(itemless);

	// An answer that comes drop by drop outlasts its request's timeout: nobody waits for it any longer.
	const done = new AbortController();
	const timeUp = sleep(budget, done.signal).then((): never => {
		throw new RequestAbortedError(false);
	});
	// A poll that has ended does not wait for it.
	timeUp.catch(() => undefined);
	const unanswered = (error: Error): never => {
		if (!(error instanceof RequestAbortedError)) throw error;
		throw apiError(context.getNode(), {
			message: 'The service did not answer in the time allowed for a poll',
			advice: 'The next poll tries again',
			description: 'Nothing is lost: the next poll reads the same list.',
		});
	};
	const send = async (request: IHttpRequestOptions) => await client.send(itemless, request, settings);
	const outputs = await prepared
		.send(async (request) => await Promise.race([send(request), timeUp]))
		.catch(unanswered)
		.finally(() => done.abort());
	// An item of a trigger comes from no other.
	return outputs.length > 0 ? [outputs.map(({ json }) => ({ json }))] : null;
}
