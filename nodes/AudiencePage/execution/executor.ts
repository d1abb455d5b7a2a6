import {
	isResourceLocatorValue,
	NodeHelpers,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IGetNodeParameterOptions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyRouting,
	type INodeTypeDescription,
	type NodeExecutionHint,
	type PreSendAction,
} from 'n8n-workflow';

import { redactingKey } from '../transport/redactErrors';
import { singleRequest, type RequestFlow, type RequestData } from '../transport/request';

/** Sends one request and gives the JSON object of the answer. */
type Send = (request: IHttpRequestOptions) => Promise<IDataObject>;

/** An ID in a path, in the one form in which an expression stands in a routing (see `path`). */
const ID_IN_PATH = /\{\{encodeURIComponent\(String\(\$parameter\["(\w+)"\]\)\.trim\(\)\)\}\}/g;

/** What the description says of the chosen operation; it holds for all items. */
interface RequestPlan {
	request: IHttpRequestOptions;
	/** The values that are put into the request, by the paths of their parameters. */
	sent: Array<{ path: string; place: 'body' | 'qs'; property: string }>;
	preSend: PreSendAction[];
	paginate: RequestFlow;
}

/** The routings that hold for the node's parameters, each with its parameter's path, in the form's order. */
function routingsOf(node: INode, description: INodeTypeDescription): Array<[string, INodePropertyRouting]> {
	const found: Array<[string, INodePropertyRouting]> = [];
	const visit = (property: INodeProperties, values: INodeParameters, path: string): void => {
		if (!NodeHelpers.displayParameter(node.parameters, property, node, description)) return;
		if (property.routing) found.push([path, property.routing]);

		const value = values[property.name];
		for (const option of property.options ?? []) {
			if (property.type === 'options' && 'value' in option && option.value === value && option.routing) {
				found.push([path, option.routing]);
			}
			const isAdded = property.type === 'collection' && Object.hasOwn(Object(value) as object, option.name);
			if (isAdded && 'type' in option) visit(option, value as INodeParameters, `${path}.${option.name}`);
		}
	};
	for (const property of description.properties) visit(property, node.parameters, property.name);
	return found;
}

function planFor(node: INode, description: INodeTypeDescription): RequestPlan {
	// The credential knows the base URL: here it would cost an expression for each item.
	const common = { ...description.requestDefaults, baseURL: undefined, url: '' };
	const plan: RequestPlan = {
		request: common as IHttpRequestOptions,
		sent: [],
		preSend: [],
		paginate: singleRequest,
	};
	for (const [path, { request, send, operations }] of routingsOf(node, description)) {
		Object.assign(plan.request, request);
		if (send?.property !== undefined) {
			plan.sent.push({ path, place: send.type === 'body' ? 'body' : 'qs', property: send.property });
		}
		plan.preSend.push(...(send?.preSend ?? []));
		if (typeof operations?.pagination === 'function') plan.paginate = operations.pagination;
	}
	return plan;
}

/** n8n itself adds an entry *Custom API Call* to the lists, which is for its HTTP Request node. */
function unknownOperation(node: INode): NodeOperationError {
	const { resource, operation } = node.parameters;
	return [resource, operation].includes('__CUSTOM_API_CALL__')
		? new NodeOperationError(
				node,
				'Custom API Call is not available in this node. Use an HTTP Request node instead',
				{
					description:
						'In the HTTP Request node, set Authentication to Predefined Credential Type and Credential Type to Audience Page API.',
				},
			)
		: new NodeOperationError(
				node,
				'This operation is not available for the selected resource. Choose an Operation from the list',
				{
					description: `The resource ${JSON.stringify(resource)} has no operation ${JSON.stringify(operation)}.`,
				},
			);
}

/** Whether a parameter has the same value for all items: no expression is in it. */
function isConstant(value: unknown): boolean {
	if (typeof value === 'string') return !value.startsWith('=');
	return typeof value !== 'object' || value === null || Object.values(value).every(isConstant);
}

/** A request that is ready to be sent for one item. */
export interface PreparedItem {
	request: IHttpRequestOptions;
	/** Sends it, and what else its operation needs; gives the item's output, linked to the item. */
	send: (send: Send) => Promise<INodeExecutionData[]>;
}

/**
 * Runs the operation that the node's parameters choose as the description declares it, by n8n's own
 * `routing` metadata, of which it knows the part that this description uses. n8n's engine for such
 * descriptions evaluates every expression several times, for all items before it sends anything;
 * here an item is evaluated when its turn comes, and each of its expressions once.
 */
export class Executor {
	private readonly node: INode;
	private readonly items: INodeExecutionData[];
	private readonly plan: RequestPlan;
	private readonly constants = new Map<string, unknown>();
	/** What hooks tell the user, once each, however many items say it. */
	readonly hints = new Set<string>();

	/** @throws NodeOperationError if the parameters choose no operation of the description */
	constructor(
		private readonly context: IExecuteFunctions,
		description: INodeTypeDescription,
	) {
		// An object of this run's own: what its items share hangs on it (see `perRun`).
		this.node = { ...context.getNode() };
		this.items = context.getInputData();
		this.plan = planFor(this.node, description);
		if (this.plan.request.url === '') throw unknownOperation(this.node);
	}

	/** Whether the operation only reads. */
	get isRead(): boolean {
		return this.plan.request.method === 'GET';
	}

	/** Whether writing again adds no record: an update sets values, an upsert looks first, a restore brings back. */
	get isIdempotent(): boolean {
		const { operation } = this.node.parameters;
		return this.plan.request.method !== 'POST' || operation === 'upsert' || operation === 'restore';
	}

	/**
	 * n8n's context as the hooks of an item get it: what concerns one item is laid over it, and each
	 * parameter is evaluated once, when it is first asked for. So is the credential, whose fields may be expressions.
	 */
	contextOf(item: number): IExecutePaginationFunctions {
		const values = new Map<string, unknown>();
		const valueOf = (name: string): unknown => {
			const raw = this.node.parameters[name];
			if (raw === undefined) return undefined;
			const known = isConstant(raw) ? this.constants : values;
			if (!known.has(name)) known.set(name, this.context.getNodeParameter(name, item));
			return known.get(name);
		};
		const getNodeParameter = (path: string, fallback?: unknown, options?: IGetNodeParameterOptions) => {
			const [name = '', ...keys] = path.split('.');
			const value = keys.reduce<unknown>((at, key) => (at as IDataObject | undefined)?.[key], valueOf(name));
			const found = value === undefined ? fallback : value;
			return options?.extractValue && isResourceLocatorValue(found) ? found.value : found;
		};
		let credential: Promise<object> | undefined;
		const getCredentials = async (type: string) =>
			await (credential ??= this.context.getCredentials(type, item));
		return Object.create(this.context, {
			getCredentials: { value: getCredentials },
			getNode: { value: () => this.node },
			getItemIndex: { value: () => item },
			getInputData: { value: () => this.items[item] },
			getNodeParameter: { value: getNodeParameter },
			addExecutionHints: { value: ({ message }: NodeExecutionHint) => this.hints.add(message) },
		}) as IExecutePaginationFunctions;
	}

	/**
	 * Evaluates and checks what the item of `context` sends.
	 *
	 * @throws NodeOperationError naming field, rule and item, if a value breaks a rule
	 */
	async prepare(context: IExecutePaginationFunctions): Promise<PreparedItem> {
		const values: Record<'body' | 'qs', IDataObject> = { body: {}, qs: {} };
		const valueOf = (path: string) =>
			context.getNodeParameter(path, undefined, { extractValue: true }) as IDataObject[string];
		for (const { path, place, property } of this.plan.sent) values[place][property] = valueOf(path);

		let request: IHttpRequestOptions = { ...this.plan.request, ...values };
		for (const hook of this.plan.preSend) request = await hook.call(context, request);
		// Last, for the hooks refuse the IDs that cannot be encoded.
		const encoded = (_expression: string, name: string) =>
			encodeURIComponent(String(valueOf(name) as string).trim());
		request.url = request.url.replace(/^=/, '').replace(ID_IN_PATH, encoded);
		return { request, send: async (send) => await this.send(context, request, send) };
	}

	private async send(
		context: IExecutePaginationFunctions,
		options: IHttpRequestOptions,
		send: Send,
	): Promise<INodeExecutionData[]> {
		const makeRoutingRequest = async (data: RequestData): Promise<INodeExecutionData[]> => [
			{ json: await send(data.options as IHttpRequestOptions) },
		];
		const sending = Object.create(context, {
			makeRoutingRequest: { value: makeRoutingRequest },
		}) as IExecutePaginationFunctions;
		const outputs = await this.plan.paginate
			.call(sending, { options, preSend: [], postReceive: [] })
			.catch(redactingKey(context));
		const item = context.getItemIndex();
		return outputs.map(({ json }) => ({ json, pairedItem: { item } }));
	}
}
