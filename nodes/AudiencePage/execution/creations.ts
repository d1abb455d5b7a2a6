import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import { pluralize } from '../shared/words';
import { RetryableOutcomeError, UnknownOutcomeError } from '../transport/errors';
import { RequestAbortedError } from '../transport/apiClient';
import type { ContextData, NodeExecution } from './nodeExecution';

/**
 * What came of a creation: the records, or the error after which it may have succeeded. One with a
 * key may have, too, and is sent again.
 */
export type Creation = { records: IDataObject[] } | { mayExist: string } | { sentWithKey: true };

/**
 * What a retry has to know of a creation that has failed; undefined if it was not done. One that is
 * aborted and may have succeeded has a key: without a key, it is not repeated, so it never waits.
 */
export function creationAfter(error: Error): Creation | undefined {
	if (error instanceof UnknownOutcomeError) return { mayExist: error.message };
	const isAborted = error instanceof RequestAbortedError && error.mayHaveSucceeded;
	return isAborted || error instanceof RetryableOutcomeError ? { sentWithKey: true } : undefined;
}

type CreationsByItem = Record<string, Creation>;

/** What n8n keeps of runs that have failed, by their index. */
interface KeptCreations extends ContextData {
	failedRuns?: Record<number, { parameters: string; creations: CreationsByItem }>;
}

/**
 * What a run has created, or may have, by the identities of its items. If the run fails, n8n keeps
 * it with the execution, and the retry sends of these items only those that have a key.
 */
export class Creations {
	private readonly contextData: KeptCreations;
	private readonly byItem: CreationsByItem;

	/**
	 * @throws NodeOperationError if the run has failed before, and fields or credential of the node
	 * were changed since: what these items would create now may be there already. Nor may a preview
	 * follow: if it succeeded, n8n would offer no retry any more
	 */
	constructor(
		private readonly execution: NodeExecution,
		isPreview: boolean,
	) {
		this.contextData = execution.contextData;
		const failed = this.contextData.failedRuns?.[execution.runIndex];
		this.byItem = { ...failed?.creations };
		if (failed === undefined) return;
		if (failed.parameters !== execution.parametersHash)
			throw this.refusal(
				'Fields or credential of the node were changed since. Undo that and retry',
			);
		if (isPreview) throw this.refusal('To write the rest, remove Options > Preview Only and retry');
	}

	private refusal(cure: string): NodeOperationError {
		const count = pluralize(Object.keys(this.byItem).length, 'item');
		const message = `The failed run has created ${count}, or may have. ${cure}, or run the rest as a new execution`;
		const description = 'Nothing was sent.';
		return new NodeOperationError(this.execution.node, message, { description });
	}

	of(item: number): Creation | undefined {
		return this.byItem[this.execution.identityOf(item)];
	}

	add(item: number, creation: Creation): void {
		this.byItem[this.execution.identityOf(item)] = creation;
	}

	/** To be called when the run has ended. */
	keep(mayBeRetried: boolean): void {
		const { runIndex, parametersHash: parameters } = this.execution;
		const { failedRuns } = this.contextData;
		const failed = { parameters, creations: this.byItem };
		const hasCreated = Object.keys(this.byItem).length > 0;
		if (mayBeRetried && hasCreated)
			this.contextData.failedRuns = { ...failedRuns, [runIndex]: failed };
		else delete failedRuns?.[runIndex];
	}
}
