import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { contentKey, isCall, keptOf, type Kept } from './identity';

/** What is known of a write: the records it gave, or what was said when its outcome stayed unknown. */
export type Outcome = { records: IDataObject[] } | { unknown: string };

/** What a run that failed leaves behind, in what n8n keeps for the node. */
interface KeptRun extends Kept {
	failed?: { operation: string; items: number; outcomes: Record<string, Outcome> };
}

/**
 * What this run has written at an earlier try. Retry On Fail and the executions list's Retry run the
 * node again with all its items; what is known from the earlier try is not sent again.
 *
 * Writes are told apart by their item. Calls (see `isCall`) are told apart by what they send, and
 * remembered only where their outcome is unknown: the same call once more is otherwise a new one.
 */
export class Memory {
	private readonly isCall: boolean;
	private readonly kept: KeptRun;
	private readonly operation: string;
	private readonly outcomes: Record<string, Outcome>;

	constructor(
		context: IExecuteFunctions,
		private readonly items: number,
	) {
		const { resource, operation } = context.getNode().parameters;
		this.operation = JSON.stringify([resource, operation]);
		this.isCall = isCall(context);
		this.kept = keptOf(context);

		const run = context.getWorkflowDataProxy(0).$runIndex as number;
		const { failed } = this.kept;
		const isSameRun = this.kept.run === run && failed?.operation === this.operation && failed.items === items;
		this.outcomes = failed && (isSameRun || this.isCall) ? failed.outcomes : {};
		this.kept.run = run;
	}

	/** Whether an earlier try of this run has left something. */
	get isSecondTry(): boolean {
		return !this.isCall && Object.keys(this.outcomes).length > 0;
	}

	/** What is known of an item before it is looked at. */
	ofItem(item: number): Outcome | undefined {
		return this.isCall ? undefined : this.outcomes[item];
	}

	/** What is known of a call with this request. */
	ofCall(request: IHttpRequestOptions): Outcome | undefined {
		return this.isCall ? this.outcomes[this.nameOf(0, request)] : undefined;
	}

	/** The outcome of a write that has just ended. */
	note(item: number, request: IHttpRequestOptions, outcome: Outcome): void {
		if (this.isCall && 'records' in outcome) return;
		this.outcomes[this.nameOf(item, request)] = outcome;
	}

	/** The try has ended: what is known is left for the next one, if there may be one. */
	end(mayBeTriedAgain: boolean): void {
		if (!mayBeTriedAgain && !this.isCall) {
			delete this.kept.failed;
			return;
		}
		// Calls at the same time share what they leave.
		const others = this.isCall ? this.kept.failed?.outcomes : {};
		const outcomes = { ...others, ...this.outcomes };
		this.kept.failed = { operation: this.operation, items: this.items, outcomes };
	}

	private nameOf(item: number, { method, url, body }: IHttpRequestOptions): string {
		return this.isCall ? contentKey({ method, url, body } as IDataObject) : String(item);
	}
}
