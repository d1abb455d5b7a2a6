import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { Executor, ItemExecutor } from '../execution/executor';
import { planFor } from '../execution/requestPlan';
import { failureFacts, log } from '../shared/log';
import { ApiClient } from '../transport/apiClient';
import { CREDENTIAL } from '../transport/connection';
import { apiError } from '../transport/errors';
import { RequestAbortedError } from '../transport/pendingRequest';
import { processState } from './listRead';

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
	const mustNotFail = !isTest && takeFirstPoll(context) && isAutomatic(context);
	return await runEvent(context, description).catch((error: Error) => {
		if (!mustNotFail) throw error;
		// n8n would never poll the workflow again. A problem that stays fails the next poll.
		log(context, 'firstPollFailed', failureFacts(error));
		return null;
	});
}

/** Whether this is the first poll since n8n has loaded the workflow. */
function takeFirstPoll(context: IPollFunctions): boolean {
	const staticData = context.getWorkflowStaticData('node');
	const isFirst = !processState.polledStaticData.has(staticData);
	processState.polledStaticData.add(staticData);
	return isFirst;
}

/** Whether n8n has loaded the workflow by itself, because it is published. */
const isAutomatic = (context: IPollFunctions): boolean =>
	AUTOMATIC_ACTIVATION.includes(context.getActivationMode());

async function runEvent(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<Output> {
	const plan = planFor(context.getNode(), description);
	const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const item = new ItemExecutor(new Executor(context, plan, credential), 0);
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const timeLimit = Math.floor(getPollBudgetMs?.call(context) ?? DEFAULT_BUDGET);
	const client = new ApiClient({ timeLimit });
	const request = await item.prepare();
	const outputs = await item.send(request, client, {}).catch((error: Error) => {
		if (!(error instanceof RequestAbortedError)) throw error;
		throw apiError(context.getNode(), {
			message: 'The service did not answer in the time allowed for a poll',
			advice: 'The next poll tries again',
			description: 'Nothing is lost: the next poll reads the same list.',
			failure: error.failure,
		});
	});
	return outputs.length > 0 ? [outputs] : null;
}
