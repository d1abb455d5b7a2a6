import type { GenericValue, IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { RunScope, type OperationHook } from '../../execution/runScope';
import { ignoredColumns } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { removeInvisible } from '../../fields/normalize';
import { bodyOf } from '../../fields/routing';
import { validatedText } from '../../fields/text';
import { addHint } from '../../shared/hint';
import { getOrMake, INVISIBLE, isEmpty } from '../../shared/values';

/** The two columns that make a name together. */
export const NAME_PARTS: INodeProperties[] = [
	{ displayName: 'First Name', name: 'firstName', type: 'string', default: '' },
	{ displayName: 'Last Name', name: 'lastName', type: 'string', default: '' },
];

/** Columns that go to a field beside that with its name. */
const OTHER_COLUMNS: Record<string, string[]> = {
	linkedinProfileUrl: ['LinkedIn URL', 'LinkedIn'],
	name: ['Full Name'],
	phoneNumber: ['Phone', 'Mobile'],
};

/** The columns that go to a field, whatever their case, spaces, `_`, hyphens and what shows nothing. */
export const columnsFor = ({ name, displayName }: INodeProperties): string[] => [
	displayName,
	...(OTHER_COLUMNS[name] ?? []),
];

const IGNORED_IN_COLUMNS = new RegExp(`[\\s_\\p{Pd}${INVISIBLE}]`, 'gu');

const columnKey = (name: string): string => name.toLowerCase().replace(IGNORED_IN_COLUMNS, '');

type Column = [name: string, value: GenericValue];

/** The columns that have a value, without those that the user leaves out. */
function inputColumns(context: IExecuteSingleFunctions, { ignoredInputs }: RunScope): Column[] {
	const { json } = context.getInputData();
	const ignored = ignoredColumns(context);
	for (const column of ignored) if (!ignoredInputs.has(column)) ignoredInputs.set(column, false);
	return Object.entries(json).filter(([column, value]) => {
		// What does not show in a name cannot be typed into the list.
		const isIgnored = ignored.size > 0 && ignored.has(removeInvisible(column));
		if (isIgnored) ignoredInputs.set(removeInvisible(column), true);
		return !isIgnored && !isEmpty(value);
	});
}

/** First Name and Last Name; one of them alone only where a name is required. */
function nameFromParts(context: IExecuteSingleFunctions, values: IDataObject, isRequired: boolean) {
	const parts = NAME_PARTS.flatMap(
		(part) => validatedText(context, part, values[part.name] as GenericValue, {}) ?? [],
	);
	if (parts.length === 1 && !isRequired) {
		addHint(context, 'Where an item has only a First Name or only a Last Name, the name was not changed.');
		return undefined;
	}
	return parts.length > 0 ? parts.join(' ') : undefined;
}

/**
 * Puts the values of an item's columns into the body, each under its field, and checks them as if the user had filled the
 * fields, which are sent in the order given. Columns that fit no field are kept for the hint at the end of the run. The
 * hook throws NodeOperationError if two columns have a value for one field, or a value breaks a rule.
 */
export function mapColumns(...fields: INodeProperties[]): OperationHook {
	const targets = [...fields, ...NAME_PARTS];
	const fieldByKey = new Map(
		targets.flatMap((field) =>
			[field.name, ...columnsFor(field)].map((column) => [columnKey(column), field.name] as const),
		),
	);
	const isRequired = fields.some(({ name, required }) => name === 'name' && required);

	return async function (request, given) {
		const run = given ?? RunScope.of(this);
		const found = new Map<string, Column[]>();
		for (const column of inputColumns(this, run)) {
			const field = run.unmappedColumns.has(column[0]) ? undefined : fieldByKey.get(columnKey(column[0]));
			if (field === undefined) run.unmappedColumns.add(column[0]);
			else getOrMake(found, field, (): Column[] => []).push(column);
		}
		const values: IDataObject = {};
		for (const { name, displayName } of targets) {
			const columns = found.get(name) ?? [];
			if (columns.length > 1) {
				const names = columns.map(([column]) => JSON.stringify(column)).join(' and ');
				const rule = `must come from one column, but ${names} have a value. Add the others to Inputs to Ignore`;
				throw fieldError(this, displayName, rule);
			}
			for (const [, value] of columns) values[name] = value;
		}
		const { firstName, lastName, ...body } = values;
		const name = body.name ?? nameFromParts(this, { firstName, lastName }, isRequired);
		if (name !== undefined) body.name = name;
		else if (isRequired) {
			const rule = 'must not be empty: no column Name, Full Name, First Name or Last Name has a value';
			throw fieldError(this, 'Name', rule);
		}

		let mapped = { ...request, body: { ...bodyOf(request), ...body } };
		for (const field of fields) {
			for (const hook of field.routing?.send?.preSend ?? [])
				mapped = (await hook.call(this, mapped)) as typeof mapped;
		}
		return mapped;
	};
}
