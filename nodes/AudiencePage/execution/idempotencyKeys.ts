import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import { OUTPUT_FIELDS } from '../fields/outputFields';
import { PREVIEW_ONLY, requestOptionFields } from '../fields/requestOptions';
import { contentHash, sha256 } from '../shared/hash';
import type { RetryAdvice } from '../transport/errors';
import { inputItemsOf, ItemContents, OccurrenceCounter, type Occurrences } from './itemContents';
import { NodeExecution, type KeptData, type NodeContext } from './nodeExecution';

interface KeysData extends KeptData {
	/** Of the items that have an idempotency key by their content. */
	occurrences?: Occurrences;
}

/** The options that do not decide what is written. */
const MANNERS = [...requestOptionFields.map(({ name }) => name), OUTPUT_FIELDS, PREVIEW_ONLY];

/** The parameters that decide what is written. */
function contentParameters({ parameters: { options, ...others } }: INode): IDataObject {
	const contentOptions = Object.entries(Object(options) as IDataObject).filter(
		([name]) => !MANNERS.includes(name),
	);
	return { ...others, options: Object.fromEntries(contentOptions) } as IDataObject;
}

/** A hash of a node's parameters as they stand in the workflow: of all that decides what is written. */
export const parametersHash = (node: INode): string => contentHash(contentParameters(node));

const keyOf = ({ body }: IHttpRequestOptions): string =>
	String((body as { idempotencyKey?: string } | undefined)?.idempotencyKey);

/** The idempotency keys of one run of the node. */
export class IdempotencyKeys {
	private scope?: unknown[];
	private counter?: OccurrenceCounter;
	/** The keys that only this tool call can have made. */
	private readonly keysOfCall = new Set<string>();

	constructor(
		private readonly context: NodeContext,
		private readonly execution = new NodeExecution(context),
		private readonly contents = new ItemContents(inputItemsOf(context)),
	) {}

	/**
	 * One key for one intended entry: the same each time that it is tried, another in every other execution, node,
	 * workflow and n8n, and with other parameters of the node. The position of the item plays no part, for a retry may
	 * find other items before it; nor does what its expressions evaluate to, for `$now` may change from attempt to attempt.
	 * Of equal items, each has its own key. A tool call has no item: equal entries of one execution have one key.
	 *
	 * @param entry the evaluated entry
	 */
	async forItem(item: number, entry: IDataObject): Promise<string> {
		if (this.execution.isToolCall) return this.forToolCall(entry);
		const data: KeysData = this.execution.kept;
		this.scope ??= [...this.execution.scope, parametersHash(this.context.getNode())];
		data.occurrences ??= { lastRun: 0, runs: {} };
		this.counter ??= new OccurrenceCounter(data.occurrences, this.execution.runIndex, this.contents);
		const countBefore = await this.counter.countBefore(item);
		return sha256(...this.scope, this.contents.hashOf(item), countBefore);
	}

	/**
	 * To be called when the run ends: counts the items behind the last one that has a key. A later run of the node counts
	 * them too, whether this attempt had to make their keys or not.
	 */
	async end(): Promise<void> {
		if (this.contents.count > 0) await this.counter?.countBefore(this.contents.count - 1);
	}

	/** What sends the key of a request again, if its outcome is not known. */
	retryAdvice(request: IHttpRequestOptions): RetryAdvice {
		if (!this.execution.isToolCall) return 'execution';
		return this.keysOfCall.has(keyOf(request)) ? 'nothing' : 'call';
	}

	private forToolCall(entry: IDataObject): string {
		const key = sha256(...this.execution.scope, contentHash(entry));
		if (this.execution.id === undefined) this.keysOfCall.add(key);
		return key;
	}
}
