import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
} from 'n8n-workflow';

import { isUnknownOutcome, isWrittenEarlier, mayBeWritten } from '../transport/delivery';
import { contentKey, isCall, keptOf, type Context, type Kept } from './identity';
import type { Settings } from './settings';

/** A write that succeeded. */
export interface Written {
	/** The records it gave. */
	records: IDataObject[];
	/** The records it wrote to (see `RecordsOf`). */
	writtenTo?: string[];
	/** Whose they are (see `tenantOf`). */
	tenant?: string;
}

/**
 * What is known of a write: that it succeeded; what was said and sent when its outcome stayed unknown; or that it may
 * have succeeded and its key lets it be sent again.
 */
export type Outcome =
	| Written
	| { unknown: string; sent?: IDataObject; tenant?: string }
	| { mayBeWritten: true };

interface Failed {
	run: number;
	operation: string;
	/** Missing where version 1.0.0 has left it. */
	settings?: Settings;
	items: number;
	outcomes: Record<string, Outcome>;
}

/** What a run that failed leaves behind, in what n8n keeps for the node. */
interface KeptRun extends Kept {
	failed?: Failed;
}

/** The records of a tenant that an earlier try of this run has written, and what it has sent and may have written. */
export function ofEarlierTry(
	context: Context,
	tenant: string,
): { written: IDataObject[]; inDoubt: IDataObject[] } {
	const { failed, run }: KeptRun = keptOf(context);
	const all = failed && failed.run === run ? Object.values(failed.outcomes) : [];
	const outcomes = all.filter((outcome) => 'tenant' in outcome && outcome.tenant === tenant);
	return {
		written: outcomes.flatMap((outcome) => ('records' in outcome ? outcome.records : [])),
		inDoubt: outcomes.flatMap((outcome) => ('unknown' in outcome && outcome.sent ? [outcome.sent] : [])),
	};
}

/**
 * What this run has written at an earlier try. Retry On Fail and the executions list's Retry run the
 * node again with all its items; what is known from the earlier try is not sent again. The list's Retry can run a
 * workflow that was edited meanwhile: with other settings nothing is known of an item.
 *
 * Writes are told apart by their item. Calls (see `isCall`) are told apart by what they send, and
 * remembered only where they may be done: the same call once more is otherwise a new one.
 */
export class Memory {
	private readonly isCall: boolean;
	private readonly kept: KeptRun;
	private readonly run: number;
	private readonly operation: string;
	private readonly outcomes: Record<string, Outcome>;
	/** What an earlier try of this run has left that had other settings. */
	private readonly otherwise?: Failed;

	constructor(
		context: IExecuteFunctions,
		private readonly items: number,
		private readonly settings: Settings,
	) {
		const { resource, operation } = context.getNode().parameters;
		this.operation = JSON.stringify([resource, operation]);
		this.isCall = isCall(context);
		this.kept = keptOf(context);
		this.run = context.getWorkflowDataProxy(0).$runIndex as number;
		this.kept.run = this.run;

		const { failed } = this.kept;
		const isSameRun = failed?.run === this.run && failed.items === items;
		const { parameters, credential } = failed?.settings ?? {};
		const isSame =
			isSameRun &&
			failed.operation === this.operation &&
			parameters === settings.parameters &&
			credential === settings.credential;
		if (isSameRun && !isSame && !this.isCall) this.otherwise = failed;
		this.outcomes = failed && (isSame || this.isCall) ? failed.outcomes : {};
	}

	/**
	 * Begins a try.
	 *
	 * @param isRepeatable whether writing again doubles nothing
	 * @throws NodeOperationError if an earlier try with other settings has written what could be written twice
	 */
	begin(node: INode, isRepeatable: boolean): void {
		if (this.otherwise === undefined) return;
		const { operation, outcomes, settings } = this.otherwise;
		const count = Object.keys(outcomes).length;
		if (count > 0 && (!isRepeatable || operation !== this.operation)) {
			throw new NodeOperationError(
				node,
				`${count} of ${this.items} items were written by an earlier try, with other settings of this node or another credential`,
				{
					description:
						'Nothing was sent: these items could be written twice. To write the rest as before, retry with the original workflow. To write all items with the new settings, run the workflow again.',
				},
			);
		}
		// The records of another service are none of this one.
		if (settings?.credential !== this.settings.credential) delete this.kept.failed;
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
		const name = this.nameOf(item, request);
		if (this.isCall && 'records' in outcome) delete this.outcomes[name];
		else this.outcomes[name] = outcome;
	}

	/** The try has ended: what is known is left for the next one, if there may be one. */
	end(mayBeTriedAgain: boolean): void {
		// Calls at the same time share what they leave.
		const others = this.isCall ? this.kept.failed?.outcomes : {};
		const outcomes = { ...others, ...this.outcomes };
		const isOfUse = this.isCall ? Object.keys(outcomes).length > 0 : mayBeTriedAgain;
		const { run, operation, settings, items } = this;
		if (isOfUse) this.kept.failed = { run, operation, settings, items, outcomes };
		else delete this.kept.failed;
	}

	private nameOf(item: number, { method, url, body }: IHttpRequestOptions): string {
		const { credential } = this.settings;
		return this.isCall ? contentKey({ method, url, body, credential } as IDataObject) : String(item);
	}
}

/** What the next try has to know of a write that failed, if anything. */
export function outcomeOf(error: Error, { body }: IHttpRequestOptions, tenant?: string): Outcome | undefined {
	const sent = body as IDataObject;
	if (isUnknownOutcome(error)) return { unknown: error.message, sent, tenant };
	if (isWrittenEarlier(error)) return { records: [sent] };
	return mayBeWritten(error) ? { mayBeWritten: true } : undefined;
}
