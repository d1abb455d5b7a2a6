import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { commaSeparated } from '../shared/values';
import { chosenOption, type ChoiceField, type Setting } from './choice';
import { fieldError, type FieldContext } from './fieldError';

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

/** The columns to ignore, as they are typed, by their names in lower case. */
export function ignoredColumns(context: FieldContext): Map<string, string> {
	const { name, displayName } = inputsToIgnore;
	const columns = commaSeparated(context.getNodeParameter(name, ''));
	const wrong = columns.find((column) => typeof column !== 'string');
	if (wrong === undefined)
		return new Map((columns as string[]).map((column) => [column.toLowerCase(), column]));
	const rule = 'must be column names, separated by commas';
	throw fieldError(context, displayName, rule, { value: wrong });
}
