import {
	NodeHelpers,
	NodeOperationError,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyRouting,
	type INodeTypeDescription,
} from 'n8n-workflow';

import type { FieldContext } from '../fields/fieldError';
import type { RecordFields } from '../fields/outputFields';
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
	/** Whether writing twice adds a second record. */
	addsRecord: boolean;
	/** Whether it looks for what a lost request may have written, before it writes. */
	looksFirst: boolean;
}

/** What an operation declares beside its description. */
export interface OperationRules {
	/** What it gives, and whether its path has the ID of that. */
	record?: RecordFields & { isInPath: boolean };
	write?: WriteRules;
}

/** What the description says of the chosen operation; it holds for all items. */
export interface RequestPlan {
	request: IHttpRequestOptions;
	/** The values that are put into the request, by the paths of their parameters. */
	sentParameters: Array<{ path: string; place: 'body' | 'qs'; property: string }>;
	hooks: OperationHook[];
	flow: OperationFlow;
}

/** n8n itself adds Custom API Call to the lists, for its HTTP Request node. */
const NO_OPERATION =
	'This operation is not available for the selected resource. Choose another operation. For a Custom API Call, use an HTTP Request node with this credential';

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
	const add = (
		path: string,
		{ request: part, send, operations }: INodePropertyRouting = {},
	): void => {
		Object.assign(request, part);
		const place = send?.type === 'body' ? 'body' : 'qs';
		if (send?.property !== undefined)
			plan.sentParameters.push({ path, place, property: send.property });
		plan.hooks.push(...(send?.preSend ?? []));
		if (typeof operations?.pagination === 'function') plan.flow = operations.pagination;
	};
	const visit = (property: INodeProperties, values: INodeParameters, path: string): void => {
		if (!NodeHelpers.displayParameter(node.parameters, property, node, description)) return;
		add(path, property.routing);
		const value = values[property.name];
		for (const option of property.options ?? []) {
			const isChosen = property.type === 'options' && 'value' in option && option.value === value;
			if (isChosen) add(path, option.routing);
			const isAdded =
				property.type === 'collection' && Object.hasOwn(Object(value) as object, option.name);
			if (isAdded && 'type' in option)
				visit(option, value as INodeParameters, `${path}.${option.name}`);
		}
	};
	for (const property of description.properties) visit(property, node.parameters, property.name);
	if (request.url !== '') return plan;
	const { resource, operation } = node.parameters;
	const reason = `The resource ${JSON.stringify(resource)} has no operation ${JSON.stringify(operation)}.`;
	throw new NodeOperationError(node, NO_OPERATION, { description: reason });
}
