import {
	isResourceLocatorValue,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IGetNodeParameterOptions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeTypeDescription,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { redactAndRethrow } from '../transport/redactErrors';
import type { RequestData } from '../transport/request';
import { ItemCredentials } from './itemCredentials';
import { ItemParameters } from './itemParameters';
import { Preview } from './preview';
import { planFor, type RequestPlan } from './requestPlan';
import { RunScope } from './runScope';

/** An ID in a path (see `pathExpression`): no other expression may stand in a routing. */
const ID_IN_PATH = /\{\{encodeURIComponent\(String\(\$parameter\["(\w+)"\]\)\.trim\(\)\)\}\}/g;

/**
 * Runs the operation that the node's parameters choose as the description declares it, by n8n's own
 * `routing` metadata, of which it knows the part that this description uses. n8n's engine for such
 * descriptions evaluates every expression several times, for all items before it sends anything;
 * here an item is evaluated just before it is sent, and each of its expressions once.
 */
export class Executor {
	private readonly node: INode;
	private readonly items: INodeExecutionData[];
	private readonly plan: RequestPlan;
	private readonly parameters: ItemParameters;
	private readonly credentials: ItemCredentials;
	/** The hints of all hooks, each once, however many items give it. */
	readonly hints = new Set<string>();

	/** @throws NodeOperationError if the parameters choose no operation of the description */
	constructor(
		private readonly context: IExecuteFunctions,
		description: INodeTypeDescription,
		private readonly scope = new RunScope(context),
	) {
		// n8n gives a copy each time it is asked.
		this.node = context.getNode();
		this.items = context.getInputData();
		this.plan = planFor(this.node, description);
		this.parameters = new ItemParameters(context, this.node);
		this.credentials = new ItemCredentials(context);
	}

	/**
	 * n8n's context as the hooks of an item get it: what concerns one item is laid over it, and each
	 * parameter is evaluated once, when it is first asked for. So is the credential, whose fields may be expressions.
	 */
	contextOf(item: number): IExecutePaginationFunctions {
		const values = new Map<string, unknown>();
		const valueOf = (name: string): unknown => {
			if (!values.has(name)) values.set(name, this.parameters.valueOf(name, item));
			return values.get(name);
		};
		const getNodeParameter = (path: string, fallback?: unknown, options?: IGetNodeParameterOptions) => {
			const [name = '', ...keys] = path.split('.');
			const value = keys.reduce<unknown>((at, key) => (at as IDataObject | undefined)?.[key], valueOf(name));
			const found = value === undefined ? fallback : value;
			return options?.extractValue && isResourceLocatorValue(found) ? found.value : found;
		};
		let credential: Promise<object> | undefined;
		const getCredentials = async (type: string) => await (credential ??= this.credentials.ofItem(item, type));
		return Object.create(this.context, {
			getCredentials: { value: getCredentials },
			getNode: { value: () => this.node },
			getItemIndex: { value: () => item },
			getInputData: { value: () => this.items[item] },
			getNodeParameter: { value: getNodeParameter },
			getRunScope: { value: () => this.scope },
			addExecutionHints: { value: ({ message }: NodeExecutionHint) => this.hints.add(message) },
		}) as IExecutePaginationFunctions;
	}

	/**
	 * Evaluates and checks what the item of `context` sends.
	 *
	 * @throws NodeOperationError naming field, rule and item, if a value breaks a rule
	 */
	async prepare(context: IExecutePaginationFunctions): Promise<IHttpRequestOptions> {
		const values: Record<'body' | 'qs', IDataObject> = { body: {}, qs: {} };
		const valueOf = (path: string) =>
			context.getNodeParameter(path, undefined, { extractValue: true }) as IDataObject[string];
		for (const { path, place, property } of this.plan.sentParameters) values[place][property] = valueOf(path);

		let request: IHttpRequestOptions = { ...this.plan.request, ...values };
		for (const hook of this.plan.preSend) request = await hook.call(context, request);
		// After the hooks, which refuse the IDs that cannot be encoded.
		const encoded = (_expression: string, name: string) =>
			encodeURIComponent(String(valueOf(name) as string).trim());
		request.url = request.url.replace(/^=/, '').replace(ID_IN_PATH, encoded);
		return request;
	}

	/**
	 * Sends the request of an item, and what else its operation needs.
	 *
	 * @param send sends one request and gives the JSON object of the response
	 * @param preview if the item is only shown, what `send` stands for
	 * @returns the item's outputs
	 */
	async runFlow(
		context: IExecutePaginationFunctions,
		options: IHttpRequestOptions,
		send: (request: IHttpRequestOptions) => Promise<IDataObject>,
		preview?: Preview,
	): Promise<INodeExecutionData[]> {
		const makeRoutingRequest = async (data: RequestData): Promise<INodeExecutionData[]> => [
			{ json: await send(data.options as IHttpRequestOptions) },
		];
		const flowContext = Object.create(context, {
			makeRoutingRequest: { value: makeRoutingRequest },
			getPreview: { value: () => preview },
		}) as IExecutePaginationFunctions;
		return await this.plan.flow
			.call(flowContext, { options, preSend: [], postReceive: [] })
			.catch(redactAndRethrow(context));
	}

	/**
	 * Reads what an item's operation reads, but writes nothing.
	 *
	 * @param read sends a request that writes nothing
	 * @returns what the item puts out (see `Preview`)
	 */
	async preview(
		context: IExecutePaginationFunctions,
		options: IHttpRequestOptions,
		read: (request: IHttpRequestOptions) => Promise<IDataObject>,
	): Promise<IDataObject> {
		const preview = new Preview(read);
		await this.runFlow(context, options, async (request) => await preview.send(request), preview);
		return preview.output;
	}
}
