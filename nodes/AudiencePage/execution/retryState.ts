import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { filterInTurns, forEachInTurns, isTurnOver, mapInTurns, nextTurn } from '../shared/turns';
import { hasRetryableOutcome, hasUnknownOutcome } from '../transport/apiClient';
import { parametersHash } from './idempotencyKeys';
import type { ItemContents } from './itemContents';
import { NodeExecution, type KeptData } from './nodeExecution';
import { tenantOf, type Tenant } from './tenant';

/**
 * What is known of a write: the records that it gave, the ordering keys of those that it changed, and whether they
 * have been changed since by an item that comes before it, so that it has to be sent again; the error
 * message and the body that was sent, if its outcome is unknown; or that it may have succeeded, and has an
 * idempotency key, so that it can be sent again.
 */
export type ItemOutcome =
	| { records: IDataObject[]; writtenTo?: string[]; isOutdated?: boolean }
	| { unknown: string; sent?: IDataObject }
	| { mayBeWritten: true };

/** What is known of a write, of which item it came, and whose records it concerns (see `Tenant`). */
type SavedOutcome = ItemOutcome & { content?: string; tenant?: string };

interface FailedRun {
	run: number;
	operation: string;
	/** A hash of the node's parameters. */
	parameters: string;
	/** The service, if all items went to one tenant. */
	service?: string;
	items: number;
	outcomes: Record<string, SavedOutcome>;
	/** Of attempts with other settings: they say nothing of an item any more, but still which people there are. */
	earlier?: SavedOutcome[];
}

/** All that is known of writes, from the earliest to the latest attempt. */
const outcomesOf = ({ earlier = [], outcomes }: FailedRun): SavedOutcome[] => [
	...earlier,
	...Object.values(outcomes),
];

/** What is saved with the execution when a run fails. Executions that wait for a retry have it in this form. */
interface RetryContextData extends KeptData {
	failed?: FailedRun;
}

/** What a previous attempt at a run has left for one tenant. */
export interface PreviousAttempt {
	/** The records that it has written; of a record that is there twice, the last one is the newest. */
	written: IDataObject[];
	/** The bodies that it has sent and that may have been written. */
	unknown: IDataObject[];
}

/**
 * What previous attempts at a run have written. Retry On Fail and Retry in the list of executions run the node
 * again with all its items; what a previous attempt has written is not sent again. Retry can run a workflow that
 * was edited since: if the node's parameters differ, nothing is known of any item; if an item has other content or
 * goes to another tenant, nothing is known of that item.
 *
 * Writes are identified by their item. Tool calls (see `isToolCall`) are identified by tenant and request, and
 * saved only if they may have succeeded: otherwise, the same call again is a new one.
 */
export class RetryState {
	private readonly isToolCall: boolean;
	private readonly contextData: RetryContextData;
	private readonly runIndex: number;
	private readonly operation: string;
	private readonly parametersHash: string;
	private outcomes: Record<string, SavedOutcome> = {};
	private earlier: SavedOutcome[] = [];
	/** The tenants of the items so far, by ID. */
	private readonly tenants = new Map<string, Tenant>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly contents: ItemContents,
		/** Whether a write of unknown outcome is sent again, because it looks first for what it may have written. */
		private readonly looksFirst = false,
		execution = new NodeExecution(context),
	) {
		const node = context.getNode();
		const { resource, operation } = node.parameters;
		this.operation = JSON.stringify([resource, operation]);
		this.parametersHash = parametersHash(node);
		this.isToolCall = execution.isToolCall;
		this.contextData = execution.kept;
		this.runIndex = execution.runIndex;
		if (this.isToolCall) this.outcomes = this.contextData.failed?.outcomes ?? {};
	}

	/**
	 * Loads what a previous attempt has saved, for the items that go to the same tenant as then.
	 *
	 * @param isIdempotent whether writing twice adds no second record
	 * @param contextOf gives the context of an item
	 * @throws NodeOperationError if a previous attempt with other settings has written what could be written twice
	 */
	async load(isIdempotent: boolean, contextOf: (item: number) => IExecuteSingleFunctions): Promise<void> {
		const { failed } = this.contextData;
		if (this.isToolCall || failed?.run !== this.runIndex) return;
		const saved = Object.entries(failed.outcomes);
		if (outcomesOf(failed).length === 0) return;

		const tenants = await this.tenantIdsOfItems(contextOf);
		// API keys get rotated: if all items have the same key, now as then, it is taken for the same tenant's.
		const { onlyTenant } = this;
		if (onlyTenant !== undefined && onlyTenant.service === failed.service) {
			await forEachInTurns(outcomesOf(failed), (outcome) => (outcome.tenant = onlyTenant.id));
		}

		// With another number of items, as after Execute Once was switched, item indexes mean nothing.
		const isSame = failed.parameters === this.parametersHash && failed.items === this.contents.count;
		const isAsBefore = ([item, { tenant, content }]: [string, SavedOutcome]) =>
			isSame && tenant === tenants[Number(item)] && content === this.contents.hashOf(Number(item));
		const others = await filterInTurns(saved, (one) => !isAsBefore(one));
		this.earlier = [...(failed.earlier ?? []), ...(await mapInTurns(others, ([, outcome]) => outcome))];
		if (this.earlier.length > 0 && (!isIdempotent || failed.operation !== this.operation)) {
			throw new NodeOperationError(
				this.context.getNode(),
				`${Math.min(this.earlier.length, failed.items)} of ${failed.items} items were written by a previous attempt with other settings, credential or items. Retry with the original workflow, or run the workflow again`,
				{
					itemIndex: Math.min(Number(others[0]?.[0] ?? 0), this.contents.count - 1),
					description:
						'Nothing was sent, because these items could be written twice. To write only the rest, retry with the original workflow and credential. To write all items as they are now, run the workflow again.',
				},
			);
		}
		this.outcomes = Object.fromEntries(await filterInTurns(saved, isAsBefore));
	}

	/** The ID of the tenant to whom the item of `context` goes. */
	async tenantIdOf(context: IExecuteSingleFunctions): Promise<string> {
		const tenant = await tenantOf(context);
		this.tenants.set(tenant.id, tenant);
		return tenant.id;
	}

	/** What the previous attempt at this run has left for a tenant. */
	async previousAttempt(tenantId: string): Promise<PreviousAttempt> {
		const { failed } = this.contextData;
		// Tool calls have run indices of their own.
		const isOfThisRun = this.isToolCall || failed?.run === this.runIndex;
		const all = failed && isOfThisRun ? outcomesOf(failed) : [];
		const [outdated, latest, unknown]: [IDataObject[], IDataObject[], IDataObject[]] = [[], [], []];
		await forEachInTurns(all, (outcome) => {
			if (outcome.tenant !== tenantId) return;
			// One at a time: a call takes only so many arguments.
			if ('records' in outcome)
				for (const record of outcome.records) (outcome.isOutdated ? outdated : latest).push(record);
			else if ('unknown' in outcome && outcome.sent) unknown.push(outcome.sent);
		});
		return { written: [...outdated, ...latest], unknown };
	}

	/** What a previous attempt has saved of an item. */
	outcomeOfItem(item: number): ItemOutcome | undefined {
		const outcome = this.isToolCall ? undefined : this.outcomes[item];
		return outcome && 'unknown' in outcome && this.looksFirst ? { mayBeWritten: true } : outcome;
	}

	/** Whether an item that has failed again does not end the run: it may be written, and the others are sent first. */
	isReportedLater(item: number, error: Error): boolean {
		const mayBeWritten = 'mayBeWritten' in (this.outcomeOfItem(item) ?? {});
		return mayBeWritten && (this.looksFirst || hasRetryableOutcome(error));
	}

	/**
	 * What a previous tool call has saved of this request. An unknown outcome counts only for what would add a second
	 * record: its message says that nothing is sent, because a model sees nothing else of it.
	 */
	outcomeOfToolCall(request: IHttpRequestOptions, tenantId?: string): ItemOutcome | undefined {
		const outcome = this.isToolCall ? this.outcomes[this.outcomeKey(0, request, tenantId)] : undefined;
		if (outcome === undefined || !('unknown' in outcome)) return outcome;
		return this.looksFirst
			? undefined
			: { unknown: `${NOT_SENT_AGAIN}. The earlier error: ${outcome.unknown}` };
	}

	/** The outcome of a write that has just ended. */
	record(item: number, request: IHttpRequestOptions, outcome: ItemOutcome, tenantId?: string): void {
		const key = this.outcomeKey(item, request, tenantId);
		if (this.isToolCall && 'records' in outcome) delete this.outcomes[key];
		else this.outcomes[key] = { ...outcome, content: this.contents.hashOf(item), tenant: tenantId };
	}

	/** The attempt has ended: saves the outcomes for the next one, if there may be one. */
	save(mayBeRetried: boolean): void {
		// Tool calls that run at the same time save in the same place.
		const otherCalls = this.isToolCall ? this.contextData.failed?.outcomes : {};
		const outcomes = { ...otherCalls, ...this.outcomes };
		const isNeeded = this.isToolCall ? Object.keys(outcomes).length > 0 : mayBeRetried;
		const { runIndex: run, operation, parametersHash: parameters, earlier } = this;
		const items = this.contents.count;
		const service = this.onlyTenant?.service;
		const saved = { run, operation, parameters, service, items, outcomes };
		if (isNeeded) this.contextData.failed = earlier.length > 0 ? { ...saved, earlier } : saved;
		else delete this.contextData.failed;
	}

	private outcomeKey(item: number, { method, url, body }: IHttpRequestOptions, tenantId?: string): string {
		return this.isToolCall
			? contentHash({ method, url, body, tenant: tenantId } as IDataObject)
			: String(item);
	}

	private get onlyTenant(): Tenant | undefined {
		const [tenant, ...others] = this.tenants.values();
		return others.length === 0 ? tenant : undefined;
	}

	private async tenantIdsOfItems(contextOf: (item: number) => IExecuteSingleFunctions) {
		const tenants: Array<string | undefined> = [];
		for (let item = 0; item < this.contents.count; item++) {
			if (isTurnOver()) await nextTurn();
			// If a credential cannot be read, that fails its item, later.
			tenants.push(await this.tenantIdOf(contextOf(item)).catch(() => undefined));
		}
		return tenants;
	}
}

const NOT_SENT_AGAIN =
	'Not sent again, because an earlier call may have written it. Check whether the record exists; if it does not, write it in another execution';

/** What the next attempt has to know of a write that failed, if anything. */
export function outcomeOfError(error: Error, { body }: IHttpRequestOptions): ItemOutcome | undefined {
	if (hasUnknownOutcome(error)) return { unknown: error.message, sent: body as IDataObject };
	return hasRetryableOutcome(error) ? { mayBeWritten: true } : undefined;
}
