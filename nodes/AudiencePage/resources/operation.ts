import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	PreSendAction,
} from 'n8n-workflow';

import type { OperationRules, OrderingKeysOf, WriteRules } from '../execution/requestPlan';
import { optionsList } from '../fields/choice';
import { maxConcurrentRequests, optionsCollection, previewOnly } from '../fields/collections';
import { titleOf } from '../fields/nodeTexts';
import { outputFields, type RecordFields } from '../fields/outputFields';
import { isInPathExpression, type RequestRouting } from '../fields/routing';
import { shareFields } from '../fields/sharedFields';
import { simplify } from '../fields/simplify';
import { normalizeEmail } from '../fields/text';

interface OperationWith<Method> {
	option: INodePropertyOptions & { routing: RequestRouting<Method> };
	/** Shown before its Options. */
	fields: INodeProperties[];
	/** Those of its Options that are its own. */
	options?: INodeProperties[];
	/** The records that it gives: of many fields, the user can choose some (*Output Fields*). */
	record?: RecordFields;
	/**
	 * Hooks of no single field, or for the whole request: after those of the fields, before those of
	 * the options.
	 */
	afterFields?: PreSendAction[];
}

/** A PATCH is repeatable, and a POST is not, unless it says so of a node with these parameters. */
type WriteOperation = OperationWith<'POST' | 'PATCH'> &
	Pick<WriteRules, 'orderingKeys'> & { isRepeatable?: (parameters: INodeParameters) => boolean };

export type Operation = OperationWith<'GET'> | WriteOperation;

export interface Resource {
	option: INodePropertyOptions;
	/** The list of its operations. */
	operationField: INodeProperties;
	operations: Operation[];
}

/** `orderingKeys` of what adds a record that no other request of the run writes to. */
export const unordered: OrderingKeysOf = () => [];

/**
 * `orderingKeys` of what changes the record in its path: an ID is the same record however it is
 * typed.
 */
export const byPath: OrderingKeysOf = ({ url }) => [
	url.replace(/[^/]+/g, (segment) => normalizeEmail(decodeURIComponent(segment)).toLowerCase()),
];

/** Records with so many fields beside the ID have Output Fields. */
const FIELDS_TO_CHOOSE_FROM = 5;

/**
 * The fields and the Options. The hooks stand on the latter, where n8n's declarative engine runs
 * them last too.
 */
function fieldsOf(operation: Operation): INodeProperties[] {
	const { fields, record, afterFields } = operation;
	const options = [...(operation.options ?? [])];
	if (record !== undefined && record.fields.length >= FIELDS_TO_CHOOSE_FROM) {
		const isSimplified = fields.some(({ name }) => name === simplify.name);
		options.push(outputFields(record, isSimplified));
	}
	if ('orderingKeys' in operation) options.push(previewOnly);
	const collection = optionsCollection(...options, maxConcurrentRequests);
	if (afterFields !== undefined) collection.routing = { send: { preSend: afterFields } };
	return [...fields, collection];
}

/**
 * @param operations the first is preselected, and stays so: n8n does not save it. The form lists
 * them by name.
 */
export function describeResource(
	value: string,
	name: string,
	description: string,
	operations: [Operation, ...Operation[]],
): Resource {
	const list = {
		displayName: 'Operation',
		name: 'operation',
		displayOptions: { show: { resource: [value] } },
		default: operations[0].option.value,
	};
	const byName = [...operations].sort((a, b) => a.option.name.localeCompare(b.option.name));
	return {
		option: { name, value, description },
		operationField: optionsList(
			list,
			byName.map(({ option }) => option),
		),
		operations: byName,
	};
}

/** What the form has below the resource: the lists of operations, and the fields of all. */
export const formOf = (resources: Resource[]): INodeProperties[] => [
	...resources.map(({ operationField }) => operationField),
	...shareFields(
		resources.flatMap(({ option, operations }) =>
			operations.map((operation) => ({
				resource: String(option.value),
				operation: String(operation.option.value),
				fields: fieldsOf(operation),
			})),
		),
	),
];

function writeRulesOf(operation: Operation, parameters: INodeParameters): WriteRules | undefined {
	if (!('orderingKeys' in operation)) return undefined;
	const { option, orderingKeys, isRepeatable } = operation;
	const isUpdate = option.routing.request.method === 'PATCH';
	return { orderingKeys, isRepeatable: isUpdate || isRepeatable?.(parameters) === true };
}

/** What the operation that the node's parameters choose says of its records and writes. */
export function rulesOf(resources: Resource[], parameters: INodeParameters): OperationRules {
	const { resource, operation } = parameters;
	const chosen = resources
		.find(({ option }) => option.value === resource)
		?.operations.find(({ option }) => option.value === operation);
	if (!chosen) return {};
	const { record, option } = chosen;
	const { url } = option.routing.request;
	return {
		record: record && { ...record, isInPath: isInPathExpression(url, record.idField) },
		write: writeRulesOf(chosen, parameters),
	};
}

/** What each operation is called on the canvas, by `resource.operation`. */
export const titlesOf = (resources: Resource[]): Record<string, string> =>
	Object.fromEntries(
		resources.flatMap(({ option: resource, operations }) =>
			operations.map(({ option: { name, value, action = name } }) => [
				`${resource.value}.${value}`,
				titleOf(action),
			]),
		),
	);
