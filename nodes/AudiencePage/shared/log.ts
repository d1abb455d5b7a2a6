import type { FunctionsBase, NodeApiError } from 'n8n-workflow';

/**
 * Every line that the nodes write to n8n's log, by its level. What they mean is in
 * docs/TROUBLESHOOTING.md.
 */
export const LOG_LINES = {
	rateLimited: ['debug', 'rate limit reached, pausing'],
	retrying: ['debug', 'request failed, retrying'],
	outcomeUnknown: ['warn', 'an item may have been written, check before you write it again'],
	tookOver: ['debug', 'results of the failed run taken over'],
	polled: ['debug', 'poll ended'],
	pollSkipped: ['debug', 'poll skipped, the previous one is not over'],
	pageSkipped: ['warn', 'a page could not be read, the next poll tries again'],
	firstPollFailed: ['warn', 'first poll failed, the next one tries again'],
	startsOver: ['warn', 'trigger starts over: a setting or the value of an expression has changed'],
} as const;

/**
 * Counts, durations, statuses, IDs and the like: never another value of a record, nor what the
 * service says, which may repeat one.
 */
export type LogFacts = Record<string, number | string | boolean | null | undefined>;

/** Why something failed, without the words of the service. */
export function failureFacts(error: Error): LogFacts {
	const { httpCode, description } = error as Partial<NodeApiError>;
	return httpCode ? { status: httpCode } : { reason: description ?? error.name };
}

/** Writes a line to n8n's log, with the node, its operation or event, and where it runs. */
export function log(
	context: FunctionsBase,
	line: keyof typeof LOG_LINES,
	facts: LogFacts = {},
): void {
	const [level, text] = LOG_LINES[line];
	const { name: node, parameters } = context.getNode();
	const { resource, operation, event } = parameters as Record<string, string>;
	const { id: workflowId, name: workflow } = context.getWorkflow();
	// Unless n8n's level is debug, it writes the text alone.
	const shown = level === 'warn' ? ` ${JSON.stringify({ node, workflow, ...facts })}` : '';
	context.logger[level](`Audience Page: ${text}${shown}`, {
		node,
		operation: event ?? `${resource}.${operation}`,
		workflowId,
		executionId: context.getExecutionId(),
		...facts,
	});
}
