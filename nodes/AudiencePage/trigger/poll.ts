import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeTypeDescription,
	IPollFunctions,
	NodeApiError,
} from 'n8n-workflow';

import { Executor, ItemExecutor } from '../execution/executor';
import { planFor } from '../execution/requestPlan';
import { log } from '../shared/log';
import { ApiClient, RequestAbortedError, type RequestSettings } from '../transport/apiClient';
import { CREDENTIAL } from '../transport/connection';
import { apiError } from '../transport/errors';
import { shareMemory } from './sharedMemory';
import { hasStoredState, processState } from './state';

/** How long a request may take, in milliseconds, if the poll has that much time left. */
const MAX_REQUEST_TIMEOUT = 60_000;

/** How long a poll may take, in milliseconds, if n8n does not say: an older one does not. */
const DEFAULT_BUDGET = 240_000;

/**
 * The activation modes in which n8n publishes a workflow by itself, and no user sees that it
 * failed.
 */
const AUTOMATIC_ACTIVATION = ['init', 'leadershipChange'];
type Output = INodeExecutionData[][] | null;

/**
 * New and changed records in one batch; null if none, or if a poll failed with which n8n activates
 * by itself.
 */
export async function poll(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<Output> {
	const isTest = context.getMode() === 'manual';
	if (!isTest) shareMemory(context);
	const mustNotFail = !isTest && isAutomaticActivation(context);
	return await runEvent(context, description).catch((error: Error) => {
		if (!mustNotFail) throw error;
		// n8n would never poll the workflow again. A problem that stays fails the next poll.
		const { httpCode, description } = error as Partial<NodeApiError>;
		log(
			context,
			'firstPollFailed',
			httpCode ? { status: httpCode } : { reason: description ?? error.name },
		);
		return null;
	});
}

/** Whether this is the poll with which n8n activates a published workflow again. */
function isAutomaticActivation(context: IPollFunctions): boolean {
	const staticData = context.getWorkflowStaticData('node');
	const isFirst = !processState.polledStaticData.has(staticData);
	processState.polledStaticData.add(staticData);
	return (
		isFirst && hasStoredState(context) && AUTOMATIC_ACTIVATION.includes(context.getActivationMode())
	);
}

async function runEvent(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<Output> {
	const plan = planFor(context.getNode(), description);
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const item = new ItemExecutor(new Executor(context, plan, credential), 0);
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = Math.floor(getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET);
	const settings = settingsUntil(performance.now() + budget);
	const client = new ApiClient({
		maxConcurrentRequests: 1,
		abortSignal: AbortSignal.timeout(budget),
	});
	const request = await item.prepare();
	const outputs = await item.send(request, client, settings).catch((error: Error) => {
		if (!(error instanceof RequestAbortedError)) throw error;
		throw apiError(context.getNode(), {
			message: 'The service did not answer in the time allowed for a poll',
			advice: 'The next poll tries again',
			description: 'Nothing is lost: the next poll reads the same list.',
		});
	});
	return outputs.length > 0 ? [outputs] : null;
}

/**
 * The next poll makes up for this one, so a few retries do. Each attempt has the time that is left
 * until `end`.
 */
const settingsUntil = (end: number): RequestSettings => ({
	maxRetries: 3,
	get timeout() {
		// n8n takes 0 for no timeout.
		return Math.max(1, Math.min(Math.floor(end - performance.now()), MAX_REQUEST_TIMEOUT));
	},
});
