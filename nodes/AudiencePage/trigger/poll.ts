import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { Executor, ItemExecutor } from '../execution/executor';
import { planFor } from '../execution/requestPlan';
import { failureFacts, log } from '../shared/log';
import { ApiClient, RequestAbortedError } from '../transport/apiClient';
import { CREDENTIAL } from '../transport/connection';
import { apiError } from '../transport/errors';
import { storedWatchKey } from './state';

/** How long a poll may take, in milliseconds, if n8n does not say: an older one does not. */
const DEFAULT_BUDGET = 240_000;

/**
 * How long the first poll may take since n8n has loaded the workflow: n8n 2.41 gives up on a
 * publication after 84 seconds, and polls it no more after its next start.
 */
const FIRST_BUDGET = 60_000;

/**
 * The activation modes in which n8n publishes a workflow by itself, and no user sees that it
 * failed.
 */
const AUTOMATIC_ACTIVATION = ['init', 'leadershipChange'];

/**
 * Static data of the nodes polled so far. n8n makes a new object each time it loads a workflow, but
 * tells all polls of that object why it was loaded.
 */
const polledStaticData = new WeakSet<object>();

type Output = INodeExecutionData[][] | null;

/**
 * New and changed records in one batch; null if none, or if a poll failed with which n8n activates
 * by itself.
 */
export async function poll(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<Output> {
	if (context.getMode() === 'manual') return batchOf(await runEvent(context, description));
	const isFirst = takeFirstPoll(context);
	const isAutomatic = AUTOMATIC_ACTIVATION.includes(context.getActivationMode());
	const watchKeyBefore = storedWatchKey(context);
	const polling = runEvent(context, description, isFirst ? FIRST_BUDGET : undefined);
	const outputs = await polling.catch((error: Error) => {
		if (!isFirst || !isAutomatic) throw error;
		// n8n would never poll the workflow again. A problem that stays fails the next poll.
		log(context, 'firstPollFailed', failureFacts(error));
		return [];
	});
	// n8n saves what is remembered with a batch, or on publishing. An empty one starts no node.
	const hasNewStart = storedWatchKey(context) !== watchKeyBefore;
	return hasNewStart && !isFirst ? [outputs] : batchOf(outputs);
}

const batchOf = (outputs: INodeExecutionData[]): Output => (outputs.length > 0 ? [outputs] : null);

/** Whether this is the first poll since n8n has loaded the workflow. */
function takeFirstPoll(context: IPollFunctions): boolean {
	const staticData = context.getWorkflowStaticData('node');
	const isFirst = !polledStaticData.has(staticData);
	polledStaticData.add(staticData);
	return isFirst;
}

/** The records to deliver, found within n8n's budget, and at most in this time. */
async function runEvent(
	context: IPollFunctions,
	description: INodeTypeDescription,
	maxTime = Infinity,
): Promise<INodeExecutionData[]> {
	const plan = planFor(context.getNode(), description);
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const item = new ItemExecutor(new Executor(context, plan, credential), 0);
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = Math.floor(getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET);
	const client = new ApiClient({ timeLimit: Math.min(budget, maxTime) });
	await item.prepare();
	return await item.send(client).catch((error: Error) => {
		if (!(error instanceof RequestAbortedError)) throw error;
		throw apiError(context.getNode(), {
			message: 'The service did not answer in the time allowed for a poll',
			advice: 'The next poll tries again',
			description: 'Nothing is lost: the next poll reads the same list.',
			failure: error.failure,
		});
	});
}
