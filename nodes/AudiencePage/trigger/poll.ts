import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { Executor } from '../execution/executor';
import { Delivery, Halted, type Manner } from '../transport/delivery';
import { apiError } from '../transport/errors';

/** A list with cursors is read page after page, and what fails for long is left to the next poll. */
const MANNER: Manner = { maxConcurrentRequests: 1, maxRetries: 3, timeout: 60_000 };

/** How long a poll may take where n8n does not say, in milliseconds. */
const USUAL_BUDGET = 240_000;

/** The memories of the nodes that are being polled. */
const polled = new WeakSet<object>();

/** n8n's context of a poll as one of a run: a poll has no items, and its parameters are asked for without one. */
const asRun = (context: IPollFunctions): IExecuteFunctions =>
	Object.create(context, {
		getInputData: { value: () => [{ json: {} }] },
		getNodeParameter: { value: (name: string) => context.getNodeParameter(name) },
	}) as IExecuteFunctions;

/** How long this poll may take, in whole milliseconds; an older n8n does not say. */
function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	return Math.floor(getPollBudgetMs?.call(context) ?? USUAL_BUDGET);
}

/**
 * Polls the list that the chosen event watches, as the description declares it.
 *
 * @returns what is new, in one batch; null if nothing is, or if an earlier poll of this node is still
 * under way
 * @throws the errors of the operations that read the same lists
 */
export async function poll(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await read(context, description);

	const memory = context.getWorkflowStaticData('node');
	if (polled.has(memory)) return null;
	polled.add(memory);
	try {
		return await read(context, description);
	} finally {
		polled.delete(memory);
	}
}

async function read(
	context: IPollFunctions,
	description: INodeTypeDescription,
): Promise<INodeExecutionData[][] | null> {
	const run = asRun(context);
	const executor = new Executor(run, description);
	const delivery = await Delivery.open(run, MANNER, AbortSignal.timeout(budgetOf(context)));
	const { perform } = await executor.prepare(executor.contextOf(0));
	const unanswered = (error: Error): never => {
		if (!(error instanceof Halted)) throw error;
		throw apiError(context.getNode(), {
			message: 'The service did not answer in the time that a poll has',
			description: 'Nothing is lost: the next poll reads the list again.',
		});
	};
	const outputs = await perform(async (request) => await delivery.send(request)).catch(unanswered);
	// An item of a trigger comes from no other.
	return outputs.length > 0 ? [outputs.map(({ json }) => ({ json }))] : null;
}
