import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { commaSeparated } from '../shared/values';
import { chosenOption, type ChoiceField, type Setting } from './choice';
import type { FieldContext } from './fieldError';

const AUTO_MAP = 'autoMapInputData';

const choice: Setting<ChoiceField<'defineBelow' | typeof AUTO_MAP>> = {
	displayName: 'Data to Send',
	name: 'dataToSend',
	type: 'options',
	noDataExpression: true,
	default: 'defineBelow',
	description: 'Where the values of the fields come from',
	options: [
		{
			name: 'Auto-Map Input Data to Fields',
			value: AUTO_MAP,
			description:
				'Columns such as Email, First Name or Mobile fill the fields. A hint says which column went where.',
		},
		{
			name: 'Define Below for Each Field',
			value: 'defineBelow',
			description: 'Set the value of each field',
		},
	],
};

const inputsToIgnore: INodeProperties = {
	displayName: 'Inputs to Ignore',
	name: 'inputsToIgnore',
	type: 'string',
	displayOptions: { show: { dataToSend: [AUTO_MAP] } },
	default: '',
	placeholder: 'e.g. Domain, Mobile',
	description: 'Columns of the input that are not sent, separated by commas',
};

/** The `displayOptions` of a field that the user fills: none where columns do. */
export const ifDefined = { hide: { dataToSend: [AUTO_MAP] } };
export const isAutoMapped = (context: FieldContext): boolean =>
	chosenOption(context, choice) === AUTO_MAP;

/**
 * The choice where values come from. `mapColumns` puts those of the columns of the item into the
 * body.
 */
export function dataToSend(mapColumns: PreSendAction): INodeProperties[] {
	const ifAutoMapped: PreSendAction = async function (request) {
		return isAutoMapped(this) ? await mapColumns.call(this, request) : request;
	};
	return [{ ...choice, routing: { send: { preSend: [ifAutoMapped] } } }, inputsToIgnore];
}

/** The names of the columns to ignore, in lower case. */
export function ignoredColumns(context: FieldContext): Set<string> {
	const names = commaSeparated(context.getNodeParameter(inputsToIgnore.name, ''));
	return new Set(names.map((name) => name.toLowerCase()));
}
