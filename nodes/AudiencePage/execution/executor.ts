import {
	isResourceLocatorValue,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IGetNodeParameterOptions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { pathWith } from '../fields/routing';
import { isEmpty } from '../shared/values';
import type { ApiClient } from '../transport/apiClient';
import type { RequestData } from '../transport/request';
import { ItemParameters } from './itemParameters';
import { previewOf } from './preview';
import type { RequestPlan } from './requestPlan';
import type { RunScope } from './runScope';

/**
 * Runs the chosen operation by its `routing`. An item is evaluated just before it is sent, each
 * expression once.
 */
export class Executor {
	readonly items: INodeExecutionData[];
	readonly node: INode;
	readonly parameters: ItemParameters;
	/** The hints of all hooks, each once, however many items give it. */
	readonly hints = new Set<string>();
	/** The paths of parameters that any item so far has a value for. */
	readonly filledPaths = new Set<string>();

	/**
	 * @param credential one for all items
	 * @param run without it, for a poll: of one empty item
	 */
	constructor(
		readonly context: IExecuteFunctions | IPollFunctions,
		readonly plan: RequestPlan,
		readonly credential: ICredentialDataDecryptedObject,
		readonly run?: RunScope,
	) {
		// n8n gives a copy each time it is asked.
		this.node = context.getNode();
		this.items = 'getInputData' in context ? context.getInputData() : [{ json: {} }];
		const evaluate = (path: string, item: number) =>
			'getInputData' in context
				? context.getNodeParameter(path, item)
				: context.getNodeParameter(path);
		const hasInput = run?.execution.isToolCall === false;
		this.parameters = new ItemParameters(this.node.parameters, this.items, evaluate, hasInput);
	}

	/** The fields that are sent, whose expressions gave nothing for any item. */
	get emptyFields(): string[] {
		return this.plan.sentParameters
			.filter(({ isExpression, path }) => isExpression && !this.filledPaths.has(path))
			.map(({ displayName }) => displayName);
	}
}

type Send = (data: RequestData) => Promise<IDataObject>;

/** Executes one item: its parameters are evaluated once, when they are first asked for. */
export class ItemExecutor {
	/** n8n's context, with what concerns the item laid over it, as hooks and flows get it. */
	readonly context: IExecutePaginationFunctions;
	private readonly values = new Map<string, unknown>();
	private request: IHttpRequestOptions;

	constructor(
		private readonly executor: Executor,
		readonly item: number,
	) {
		const { context, credential, hints, items, node, run } = executor;
		this.context = Object.assign(Object.create(context) as IExecutePaginationFunctions, {
			getCredentials: async () => await Promise.resolve(credential),
			getNode: () => node,
			// Errors of a poll name no item.
			getItemIndex: () => (run ? item : undefined),
			getInputData: () => items[item],
			getNodeParameter: this.getNodeParameter.bind(this),
			addExecutionHints: ({ message }: NodeExecutionHint) => hints.add(message),
		});
		run?.include(this.context);
		this.request = executor.plan.request;
	}

	/**
	 * Evaluates what the item sends, before anything else is done with it. Throws
	 * NodeOperationError, with field, rule and item, if a value breaks a rule.
	 */
	async prepare(): Promise<void> {
		const { filledPaths, plan } = this.executor;
		const values: Record<'body' | 'qs', IDataObject> = { body: {}, qs: {} };
		for (const { path, place, property } of plan.sentParameters) {
			const value = this.idOrValue(path);
			values[place][property] = value as IDataObject[string];
			if (!isEmpty(value)) filledPaths.add(path);
		}
		let request: IHttpRequestOptions = { ...plan.request, ...values };
		for (const hook of plan.hooks) request = await hook.call(this.context, request);
		// After the hooks, which refuse the IDs that cannot be encoded.
		request.url = pathWith(request.url, (name) => this.idOrValue(name));
		this.request = request;
	}

	/** Requests with one of these keys in common keep the order of their items. */
	get orderingKeys(): string[] {
		return this.executor.plan.write?.orderingKeys(this.request, this.context) ?? [];
	}

	/**
	 * Sends the request, or those that the operation's flow makes of it.
	 * @param mayHaveSucceeded whether the failed run has sent it, with the same key
	 */
	async send(client: ApiClient, mayHaveSucceeded = false): Promise<INodeExecutionData[]> {
		const outputs = await this.runFlow(this.sender(client, mayHaveSucceeded));
		const { leftOut } = this;
		if (leftOut === undefined) return outputs;
		return outputs.map(({ json }) => ({ json: { ...json, leftOut } }));
	}

	/**
	 * The same, but only what is read is sent.
	 * @returns what the item puts out: the request that would write, null if there is none
	 */
	async preview(client: ApiClient): Promise<IDataObject> {
		let write: IHttpRequestOptions | undefined;
		const send = this.sender(client);
		await this.runFlow(async (data) => {
			const options = data.options as IHttpRequestOptions;
			if (options.method === 'GET') return await send(data);
			write = options;
			return {};
		});
		const { leftOut } = this;
		const details = this.executor.run?.previewed.get(this.item);
		return previewOf(write, { ...details, ...(leftOut && { leftOut }) });
	}

	private sender(client: ApiClient, mayHaveSucceeded = false): Send {
		const { record, write } = this.executor.plan;
		const settings = { record, isRepeatable: write?.isRepeatable, mayHaveSucceeded };
		return async ({ options, field }) =>
			await client.send(this.context, options as IHttpRequestOptions, { ...settings, field });
	}

	private async runFlow(send: Send): Promise<INodeExecutionData[]> {
		const { context, executor } = this;
		context.makeRoutingRequest = async (data: RequestData) => [{ json: await send(data) }];
		const requestData = { options: this.request, preSend: [], postReceive: [] };
		return await executor.plan.flow.call(context, requestData);
	}

	/** The fields of the item that are not sent, and why. */
	private get leftOut(): Record<string, string> | undefined {
		return this.executor.run?.leftOut.get(this.item);
	}

	/** The value of a parameter; of one that chooses a record, its ID. */
	private idOrValue(path: string): unknown {
		return this.getNodeParameter(path, undefined, { extractValue: true });
	}

	private getNodeParameter(
		path: string,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): unknown {
		const [name = '', ...keys] = path.split('.');
		const { executor, item, values } = this;
		if (!values.has(name)) values.set(name, executor.parameters.valueOf(name, item));
		let value = values.get(name);
		for (const key of keys) value = (value as IDataObject | undefined)?.[key];
		if (value === undefined) value = fallback;
		return options?.extractValue && isResourceLocatorValue(value) ? value.value : value;
	}
}
