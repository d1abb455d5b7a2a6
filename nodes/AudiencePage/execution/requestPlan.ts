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

import { singleRequest } from '../transport/request';
import type { OperationFlow, OperationHook } from './runScope';

/** What the description says of the chosen operation; it holds for all items. */
export interface RequestPlan {
	request: IHttpRequestOptions;
	/** The values that are put into the request, by the paths of their parameters. */
	sentParameters: Array<{ path: string; place: 'body' | 'qs'; property: string }>;
	hooks: OperationHook[];
	flow: OperationFlow;
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

/** n8n itself adds an entry *Custom API Call* to the lists, which is for its HTTP Request node. */
function unknownOperationError(node: INode): NodeOperationError {
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

/**
 * Reads off the description what the operation that the node's parameters choose sends.
 *
 * @throws NodeOperationError if they choose no operation of the description
 */
export function planFor(node: INode, description: INodeTypeDescription): RequestPlan {
	// The credential knows the base URL: here it would cost an expression for each item.
	const common = { ...description.requestDefaults, baseURL: undefined, url: '' };
	const plan: RequestPlan = {
		request: common as IHttpRequestOptions,
		sentParameters: [],
		hooks: [],
		flow: singleRequest,
	};
	for (const [path, { request, send, operations }] of routingsOf(node, description)) {
		Object.assign(plan.request, request);
		if (send?.property !== undefined) {
			plan.sentParameters.push({
				path,
				place: send.type === 'body' ? 'body' : 'qs',
				property: send.property,
			});
		}
		plan.hooks.push(...(send?.preSend ?? []));
		if (typeof operations?.pagination === 'function') plan.flow = operations.pagination;
	}
	if (plan.request.url === '') throw unknownOperationError(node);
	return plan;
}
