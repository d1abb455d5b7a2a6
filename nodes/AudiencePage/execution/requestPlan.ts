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
} from 'n8n-workflow';

import type { FieldContext } from '../fields/fieldError';
import type { RecordFields } from '../fields/outputFields';
import { isConstant } from '../shared/values';
import { singleRequest } from '../transport/request';
import type { OperationFlow, OperationHook } from './runScope';

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

/** What the description says of the chosen operation; it holds for all items. */
export interface RequestPlan {
	request: IHttpRequestOptions;
	/** The values that are put into the request, by the paths of their parameters. */
	sentParameters: SentParameter[];
	hooks: OperationHook[];
	flow: OperationFlow;
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

/**
 * Reads the description in the form's order. Throws NodeOperationError if the parameters choose no
 * operation of it.
 */
export function planFor(node: INode, description: INodeTypeDescription): RequestPlan {
	// The credential knows the base URL: here it would cost an expression for each item.
	const request = {
		...description.requestDefaults,
		baseURL: undefined,
		url: '',
	} as IHttpRequestOptions;
	const plan: RequestPlan = { request, sentParameters: [], hooks: [], flow: singleRequest };
	const add = ({ request: own, send, operations }: INodePropertyRouting = {}): void => {
		Object.assign(request, own);
		plan.hooks.push(...(send?.preSend ?? []));
		if (typeof operations?.pagination === 'function') plan.flow = operations.pagination;
	};
	const addValue = (path: string, field: INodeProperties, value: unknown): void => {
		const { type, property } = field.routing?.send ?? {};
		if (property === undefined) return;
		const place = type === 'body' ? 'body' : 'qs';
		const isExpression = !isConstant(value);
		plan.sentParameters.push({
			path,
			place,
			property,
			displayName: field.displayName,
			isExpression,
		});
	};
	const visit = (field: INodeProperties, values: INodeParameters, path: string): void => {
		if (!NodeHelpers.displayParameter(node.parameters, field, node, description)) return;
		const value = values[field.name];
		addValue(path, field, value);
		add(field.routing);
		for (const option of field.options ?? []) {
			if (isChosen(field, option, value)) add(option.routing);
			if (isAdded(field, option, value))
				visit(option, value as INodeParameters, `${path}.${option.name}`);
		}
	};
	for (const property of description.properties) visit(property, node.parameters, property.name);
	if (request.url !== '') return plan;
	const { resource, operation } = node.parameters;
	const reason = `The resource ${JSON.stringify(resource)} has no operation ${JSON.stringify(operation)}.`;
	throw new NodeOperationError(node, NO_OPERATION, { description: reason });
}
