import { updateDisplayOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

/** One operation of the service: its entry in the Operation list, and the fields it shows. */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

/**
 * The Operation list of one resource, then the fields of each of its operations.
 *
 * This is the one place where `displayOptions` for resource and operation are put on; a field only
 * says when it depends on another field.
 */
export function describeResource(
	resource: string,
	operations: [Operation, ...Operation[]],
): INodeProperties[] {
	const preselected = operations[0].option.value;

	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map(({ option }) => option),
			default: preselected,
		},
		...operations.flatMap(({ option, fields }) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [option.value] } }, fields),
		),
	];
}
