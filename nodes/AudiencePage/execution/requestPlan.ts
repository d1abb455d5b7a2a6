import {
	NodeHelpers,
	NodeOperationError,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodePropertyRouting,
	type INodeTypeDescription,
	type PreSendAction,
} from 'n8n-workflow';

import type { FieldContext } from '../fields/fieldError';
import type { RecordFields } from '../fields/outputFields';
import { isConstant } from '../shared/values';
import { singleRequest, type RequestFlow } from '../transport/request';

/**
 * Gives keys: requests that write to the same record have one in common, and keep the order of
 * their items.
 */
export type OrderingKeysOf = (request: IHttpRequestOptions, context: FieldContext) => string[];

/** What an operation says of its writes. */
export interface WriteRules {
	orderingKeys: OrderingKeysOf;
	/** Whether it does no harm to run an item again: it sets values, or looks before it creates. */
	isRepeatable: boolean;
}

/** What an operation declares beside its description. */
export interface OperationRules {
	/** What it gives, and whether its path has the ID of that. */
	record?: RecordFields & { isInPath: boolean };
	write?: WriteRules;
}

/** A parameter whose value is put into the request. */
interface SentParameter {
	path: string;
	place: 'body' | 'qs';
	property: string;
	displayName: string;
	isExpression: boolean;
}

/** What description and rules say of the chosen operation; it holds for all items. */
export interface RequestPlan extends OperationRules {
	request: IHttpRequestOptions;
	sentParameters: SentParameter[];
	hooks: PreSendAction[];
	flow: RequestFlow;
}

/** n8n itself adds Custom API Call to the lists, for its HTTP Request node. */
const NO_OPERATION =
	'This operation is not available for the selected resource. Choose another operation. For a Custom API Call, use an HTTP Request node with this credential';

type Option = NonNullable<INodeProperties['options']>[number];

/** Whether it is the chosen one of a list. */
const isChosen = (
	{ type }: INodeProperties,
	option: Option,
	value: unknown,
): option is INodePropertyOptions =>
	type === 'options' && 'value' in option && option.value === value;

/** Whether it is a field that the user has added to a collection. */
const isAdded = (
	{ type }: INodeProperties,
	option: Option,
	value: unknown,
): option is INodeProperties =>
	type === 'collection' && 'type' in option && Object.hasOwn(Object(value) as object, option.name);

function addRouting(plan: RequestPlan, routing: INodePropertyRouting = {}): void {
	const { request, send, operations } = routing;
	Object.assign(plan.request, request);
	plan.hooks.push(...(send?.preSend ?? []));
	if (typeof operations?.pagination === 'function') plan.flow = operations.pagination;
}

function addSentParameter(
	plan: RequestPlan,
	{ displayName, routing }: INodeProperties,
	path: string,
	value: unknown,
): void {
	const { type, property } = routing?.send ?? {};
	if (property === undefined) return;
	const place = type === 'body' ? 'body' : 'qs';
	const isExpression = !isConstant(value);
	plan.sentParameters.push({ path, place, property, displayName, isExpression });
}

/**
 * Reads the description in the form's order. Throws NodeOperationError if the parameters choose no
 * operation of it.
 */
export function planFor(
	node: INode,
	description: INodeTypeDescription,
	rules: OperationRules = {},
): RequestPlan {
	const { parameters } = node;
	// The credential knows the base URL: here it would cost an expression for each item.
	const request = { ...description.requestDefaults, baseURL: undefined, url: '' };
	const plan: RequestPlan = {
		...rules,
		request: request as IHttpRequestOptions,
		sentParameters: [],
		hooks: [],
		flow: singleRequest,
	};
	const visit = (field: INodeProperties, values: INodeParameters, path: string): void => {
		if (!NodeHelpers.displayParameter(parameters, field, node, description)) return;
		const value = values[field.name];
		addSentParameter(plan, field, path, value);
		addRouting(plan, field.routing);
		for (const option of field.options ?? []) {
			if (isChosen(field, option, value)) addRouting(plan, option.routing);
			if (isAdded(field, option, value))
				visit(option, value as INodeParameters, `${path}.${option.name}`);
		}
	};
	for (const field of description.properties) visit(field, parameters, field.name);
	if (plan.request.url !== '') return plan;
	const { resource, operation } = parameters;
	const reason = `The resource ${JSON.stringify(resource)} has no operation ${JSON.stringify(operation)}.`;
	throw new NodeOperationError(node, NO_OPERATION, { description: reason });
}
