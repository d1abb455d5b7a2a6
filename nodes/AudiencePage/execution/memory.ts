import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { contentKey, isCall, keptOf, type Context, type Kept } from './identity';

/** What is known of a write: the records it gave, or what was said and sent when its outcome stayed unknown. */
export type Outcome = { records: IDataObject[] } | { unknown: string; sent?: IDataObject };

/** What a run that failed leaves behind, in what n8n keeps for the node. */
interface KeptRun extends Kept {
	failed?: { run: number; operation: string; items: number; outcomes: Record<string, Outcome> };
}

/** The records that an earlier try of this run has written, and what it has sent and may have written. */
export function ofEarlierTry(context: Context): { written: IDataObject[]; inDoubt: IDataObject[] } {
	const { failed, run }: KeptRun = keptOf(context);
	const outcomes = failed && failed.run === run ? Object.values(failed.outcomes) : [];
	return {
		written: outcomes.flatMap((outcome) => ('records' in outcome ? outcome.records : [])),
		inDoubt: outcomes.flatMap((outcome) => ('unknown' in outcome && outcome.sent ? [outcome.sent] : [])),
	};
}

/**
 * What this run has written at an earlier try. Retry On Fail and the executions list's Retry run the
 * node again with all its items; what is known from the earlier try is not sent again.
 *
 * Writes are told apart by their item. Calls (see `isCall`) are told apart by what they send, and
 * remembered only where their outcome is unknown: the same call once more is otherwise a new one.
 */
export class Memory {
	/** Whether an earlier try of this run has failed. */
	readonly isSecondTry: boolean;

	private readonly isCall: boolean;
	private readonly kept: KeptRun;
	private readonly run: number;
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

		this.run = context.getWorkflowDataProxy(0).$runIndex as number;
		this.kept.run = this.run;
		const { failed } = this.kept;
		const isSameRun =
			failed?.run === this.run && failed.operation === this.operation && failed.items === items;
		this.isSecondTry = isSameRun || (this.isCall && failed !== undefined);
		this.outcomes = failed && this.isSecondTry ? failed.outcomes : {};
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
		const { run, operation, items } = this;
		this.kept.failed = { run, operation, items, outcomes };
	}

	private nameOf(item: number, { method, url, body }: IHttpRequestOptions): string {
		return this.isCall ? contentKey({ method, url, body } as IDataObject) : String(item);
	}
}
