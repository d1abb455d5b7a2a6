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

import { isEmpty } from '../shared/values';
import type { ApiClient } from '../transport/apiClient';
import type { RequestSettings } from '../transport/pendingRequest';
import type { RequestData } from '../transport/request';
import { ItemParameters } from './itemParameters';
import type { Preview } from './preview';
import type { RequestPlan } from './requestPlan';
import type { RunScope } from './runScope';

/** An ID in a path (see `pathExpression`): no other expression may stand in a routing. */
const ID_IN_PATH = /\{\{encodeURIComponent\(String\(\$parameter\["(\w+)"\]\)\.trim\(\)\)\}\}/g;

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
		const byN8n = (path: string, item: number) =>
			'getInputData' in context
				? context.getNodeParameter(path, item)
				: context.getNodeParameter(path);
		const hasInput = run?.execution.isToolCall === false;
		this.parameters = new ItemParameters(this.node.parameters, this.items, byN8n, hasInput);
	}

	/** The fields that are sent, whose expressions gave nothing for any item. */
	get emptyFields(): string[] {
		return this.plan.sentParameters
			.filter(({ isExpression }) => isExpression)
			.filter(({ path }) => this.run?.filled.has(path) === false)
			.map(({ displayName }) => displayName);
	}
}

/** Executes one item: its parameters are evaluated once, when they are first asked for. */
export class ItemExecutor {
	/** n8n's context, with what concerns the item laid over it, as hooks and flows get it. */
	readonly context: IExecutePaginationFunctions;
	private readonly values = new Map<string, unknown>();

	constructor(
		private readonly executor: Executor,
		readonly item: number,
	) {
		const { context, credential, hints, items, node } = executor;
		this.context = Object.assign(Object.create(context) as IExecutePaginationFunctions, {
			getCredentials: async () => await Promise.resolve(credential),
			getNode: () => node,
			// Errors of a poll name no item.
			getItemIndex: () => (executor.run ? item : undefined),
			getInputData: () => items[item],
			getNodeParameter: this.getNodeParameter.bind(this),
			addExecutionHints: ({ message }: NodeExecutionHint) => hints.add(message),
		});
	}

	/**
	 * Evaluates what the item sends. Throws NodeOperationError, with field, rule and item, if a value
	 * breaks a rule.
	 */
	async prepare(): Promise<IHttpRequestOptions> {
		const { plan, run } = this.executor;
		const valueOf = (path: string) =>
			this.getNodeParameter(path, undefined, { extractValue: true });
		const values: Record<'body' | 'qs', IDataObject> = { body: {}, qs: {} };
		for (const { path, place, property } of plan.sentParameters) {
			const value = valueOf(path);
			values[place][property] = value as IDataObject[string];
			if (!isEmpty(value)) run?.filled.add(path);
		}
		let request: IHttpRequestOptions = { ...plan.request, ...values };
		for (const hook of plan.hooks) request = await hook.call(this.context, request, run);
		// After the hooks, which refuse the IDs that cannot be encoded.
		const encoded = (_: string, name: string) => encodeURIComponent(String(valueOf(name)).trim());
		request.url = request.url.replace(/^=/, '').replace(ID_IN_PATH, encoded);
		return request;
	}

	/** @param preview if the item is only shown: takes what would be written */
	async send(
		options: IHttpRequestOptions,
		client: ApiClient,
		settings: RequestSettings,
		preview?: Preview,
	): Promise<INodeExecutionData[]> {
		const { context, executor } = this;
		context.makeRoutingRequest = async (data: RequestData) => {
			const { field } = data;
			const request = data.options as IHttpRequestOptions;
			if (preview?.takes(request)) return [{ json: {} }];
			return [{ json: await client.send(context, request, { ...settings, field }) }];
		};
		const requestData = { options, preSend: [], postReceive: [] };
		const outputs = await executor.plan.flow.call(context, requestData, executor.run, preview);
		const leftOut = executor.run?.leftOut.get(this.item);
		if (leftOut === undefined) return outputs;
		preview?.add({ leftOut });
		return outputs.map(({ json }) => ({ json: { ...json, leftOut } }));
	}

	private getNodeParameter(
		path: string,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): unknown {
		const [name = '', ...keys] = path.split('.');
		const { executor, item, values } = this;
		if (!values.has(name)) values.set(name, executor.parameters.valueOf(name, item));
		const value = keys.reduce<unknown>(
			(at, key) => (at as IDataObject | undefined)?.[key],
			values.get(name),
		);
		const found = value === undefined ? fallback : value;
		return options?.extractValue && isResourceLocatorValue(found) ? found.value : found;
	}
}
