import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { isUnknownOutcome, isDuplicateOfEarlierAttempt, isUnknownButRetryable } from '../transport/apiClient';
import {
	contentKey,
	isToolCall,
	nodeContextData,
	parametersHash,
	type Context,
	type NodeContextData,
} from './idempotencyKeys';
import { tenantOf, type Tenant } from './tenant';
import { ItemScheduler } from './itemScheduler';

/**
 * What is known of a write: the records that it gave and those that it wrote to (see `RecordsOf`); what was said and
 * sent when its outcome stayed unknown; or that it may have succeeded and its key lets it be sent again.
 */
export type ItemOutcome =
	| { records: IDataObject[]; writtenTo?: string[] }
	| { unknown: string; sent?: IDataObject }
	| { mayBeWritten: true };

/** What is known of a write, and whose records it concerns (see `Tenant`). */
type SavedOutcome = ItemOutcome & { tenant?: string };

interface FailedRun {
	run: number;
	operation: string;
	/** A hash of the node's parameters. Missing where version 1.0.0 has left it. */
	parameters?: string;
	/** The service, if all items went to one tenant. */
	service?: string;
	items: number;
	outcomes: Record<string, SavedOutcome>;
}

/** What a run that failed leaves behind, in what n8n keeps for the node. */
interface RunContextData extends NodeContextData {
	failed?: FailedRun;
}

/** The records of a tenant that an earlier try of this run has written, and what it has sent and may have written. */
export function previousAttempt(
	context: Context,
	tenant: string,
): { written: IDataObject[]; inDoubt: IDataObject[] } {
	const { failed, run }: RunContextData = nodeContextData(context);
	const all = failed && failed.run === run ? Object.values(failed.outcomes) : [];
	const outcomes = all.filter((outcome) => outcome.tenant === tenant);
	return {
		written: outcomes.flatMap((outcome) => ('records' in outcome ? outcome.records : [])),
		inDoubt: outcomes.flatMap((outcome) => ('unknown' in outcome && outcome.sent ? [outcome.sent] : [])),
	};
}

/**
 * What this run has written at an earlier try. Retry On Fail and the executions list's Retry run the
 * node again with all its items; what is known from the earlier try is not sent again. The list's Retry can run a
 * workflow that was edited meanwhile: with other parameters nothing is known of any item, with another tenant
 * nothing of the items that go there.
 *
 * Writes are told apart by their item. Calls (see `isCall`) are told apart by what they send and to whom, and
 * remembered only where they may be done: the same call once more is otherwise a new one.
 */
export class RetryState {
	private readonly isToolCall: boolean;
	private readonly kept: RunContextData;
	private readonly run: number;
	private readonly operation: string;
	private readonly parameters: string;
	private outcomes: Record<string, SavedOutcome> = {};
	/** Those of the items that were looked at, by their IDs. */
	private readonly tenants = new Map<string, Tenant>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly items: number,
	) {
		const node = context.getNode();
		const { resource, operation } = node.parameters;
		this.operation = JSON.stringify([resource, operation]);
		this.parameters = parametersHash(node);
		this.isToolCall = isToolCall(context);
		this.kept = nodeContextData(context);
		this.run = context.getWorkflowDataProxy(0).$runIndex as number;
		this.kept.run = this.run;
		if (this.isToolCall) this.outcomes = this.kept.failed?.outcomes ?? {};
	}

	/**
	 * Begins a try. If there was an earlier one, looks first whose records each item is to write now.
	 *
	 * @param isRepeatable whether writing again doubles nothing
	 * @param contextOf gives the context of an item
	 * @throws NodeOperationError if an earlier try with other settings has written what could be written twice
	 */
	async restore(isRepeatable: boolean, contextOf: (item: number) => IExecuteSingleFunctions): Promise<void> {
		const { failed } = this.kept;
		if (this.isToolCall || failed?.run !== this.run || Object.keys(failed.outcomes).length === 0) return;

		const tenants = await this.tenantsOfAll(contextOf);
		// Keys are replaced by new ones. Where all items have one, that is the same tenant's.
		const { onlyTenant } = this;
		if (onlyTenant !== undefined && onlyTenant.service === failed.service) {
			for (const outcome of Object.values(failed.outcomes)) outcome.tenant = onlyTenant.id;
		}

		// With other items, such as by Execute Once, nobody knows which is which.
		const isSame = failed.parameters === this.parameters && failed.items === this.items;
		const isAsBefore = ([item, { tenant }]: [string, SavedOutcome]) =>
			isSame && tenant === tenants[Number(item)];
		const noted = Object.entries(failed.outcomes);
		const others = noted.filter((one) => !isAsBefore(one));
		if (others.length > 0 && (!isRepeatable || failed.operation !== this.operation)) {
			throw new NodeOperationError(
				this.context.getNode(),
				`${others.length} of ${failed.items} items were written by a previous attempt with other settings, credential or items. Retry with the original workflow, or run the workflow again`,
				{
					itemIndex: Math.min(Number(others[0]?.[0]), this.items - 1),
					description:
						'Nothing was sent, because these items could be written twice. To write only the rest, retry with the original workflow and credential. To write all items as they are now, run the workflow again.',
				},
			);
		}
		this.outcomes = Object.fromEntries(noted.filter(isAsBefore));
	}

	/** The ID of the tenant to whom the item of `context` goes. */
	async tenantOf(context: IExecuteSingleFunctions): Promise<string> {
		const tenant = await tenantOf(context);
		this.tenants.set(tenant.id, tenant);
		return tenant.id;
	}

	/** What is known of an item before it is looked at. */
	forItem(item: number): ItemOutcome | undefined {
		return this.isToolCall ? undefined : this.outcomes[item];
	}

	/** What is known of a call with this request. */
	forToolCall(request: IHttpRequestOptions, tenant?: string): ItemOutcome | undefined {
		return this.isToolCall ? this.outcomes[this.outcomeKey(0, request, tenant)] : undefined;
	}

	/** The outcome of a write that has just ended. */
	record(item: number, request: IHttpRequestOptions, outcome: ItemOutcome, tenant?: string): void {
		const name = this.outcomeKey(item, request, tenant);
		if (this.isToolCall && 'records' in outcome) delete this.outcomes[name];
		else this.outcomes[name] = { ...outcome, tenant };
	}

	/** The try has ended: what is known is left for the next one, if there may be one. */
	save(mayBeTriedAgain: boolean): void {
		// Calls at the same time share what they leave.
		const others = this.isToolCall ? this.kept.failed?.outcomes : {};
		const outcomes = { ...others, ...this.outcomes };
		const isOfUse = this.isToolCall ? Object.keys(outcomes).length > 0 : mayBeTriedAgain;
		const { run, operation, parameters, items } = this;
		const service = this.onlyTenant?.service;
		if (isOfUse) this.kept.failed = { run, operation, parameters, service, items, outcomes };
		else delete this.kept.failed;
	}

	private outcomeKey(item: number, { method, url, body }: IHttpRequestOptions, tenant?: string): string {
		return this.isToolCall ? contentKey({ method, url, body, tenant } as IDataObject) : String(item);
	}

	private get onlyTenant(): Tenant | undefined {
		const [tenant, ...others] = this.tenants.values();
		return others.length === 0 ? tenant : undefined;
	}

	private async tenantsOfAll(contextOf: (item: number) => IExecuteSingleFunctions) {
		const turns = new ItemScheduler();
		const tenants: Array<string | undefined> = [];
		for (let item = 0; item < this.items; item++) {
			await turns.next(Infinity);
			// A credential that cannot be read fails item by item.
			tenants.push(await this.tenantOf(contextOf(item)).catch(() => undefined));
		}
		return tenants;
	}
}

/** What the next try has to know of a write that failed, if anything. */
export function outcomeOfError(error: Error, { body }: IHttpRequestOptions): ItemOutcome | undefined {
	const sent = body as IDataObject;
	if (isUnknownOutcome(error)) return { unknown: error.message, sent };
	if (isDuplicateOfEarlierAttempt(error)) return { records: [sent] };
	return isUnknownButRetryable(error) ? { mayBeWritten: true } : undefined;
}
