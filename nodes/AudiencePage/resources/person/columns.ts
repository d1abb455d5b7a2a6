import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import type { ColumnUse } from '../../execution/columnUse';
import { RunScope, SkippedItem } from '../../execution/runScope';
import { ignoredColumns, isAutoMapped } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { validatedText } from '../../fields/text';
import { commaSeparated, isEmpty } from '../../shared/values';
import { wordList } from '../../shared/words';
import { details, leftOutIfInvalid, newName, personText, type MatchField } from './fields';

type Context = IExecuteSingleFunctions;

/** What a column fills: a field, or one half of the name. */
type Target = MatchField | 'domain' | 'firstName' | 'lastName';

/**
 * The columns that fill a field of a person, as the exports of HubSpot, Salesforce, Outlook (also
 * in German), Google Contacts, LinkedIn and Apollo name them, and people in Excel. Of several with
 * a value, the first in this order counts.
 */
export const COLUMNS: Record<Target, readonly string[]> = {
	firstName: ['First Name', 'First', 'Given Name', 'Vorname'],
	lastName: ['Last Name', 'Last', 'Surname', 'Family Name', 'Nachname'],
	name: ['Name', 'Full Name', 'Display Name', 'Contact Name'],
	domain: [
		'Domain',
		'Company Domain',
		'Company Domain Name',
		'Website',
		'Website URL',
		'Web Site',
		'Company Website',
		'Company URL',
		'Webseite',
		'Web Page',
		'Website 1 - Value',
	],
	email: [
		'Email',
		'Email Address',
		'E-mail',
		'E-mail Address',
		'E-Mail-Adresse',
		'Work Email',
		'Business Email',
		'Contact Email',
		'E-mail 1 - Value',
	],
	linkedinProfileUrl: [
		'LinkedIn Profile URL',
		'LinkedIn',
		'LinkedIn URL',
		'LinkedIn Profile',
		'LinkedIn-Profil',
		'Person LinkedIn URL',
	],
	phoneNumber: [
		'Phone Number',
		'Phone',
		'Mobile',
		'Mobile Phone',
		'Mobile Phone Number',
		'Cell',
		'Cell Phone',
		'Tel',
		'Telephone',
		'Telefon',
		'Handy',
		'Business Phone',
		'Work Direct Phone',
		'Corporate Phone',
		'Mobil',
		'Mobiltelefon',
		'Mobiltelefonnummer',
		'Telefonnummer',
		'Telefon geschäftlich',
		'Phone 1 - Value',
	],
};

/** Only letters and digits tell columns apart; case does not. */
const keyOf = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What a column fills, by its key, in the order of the table. */
const TARGETS = new Map<string, Target>();
for (const [target, headers] of Object.entries(COLUMNS))
	for (const header of headers) TARGETS.set(keyOf(header), target as Target);

const targetOf = ({ header }: Column): Target | undefined => TARGETS.get(keyOf(header));

interface Column {
	header: string;
	value: GenericValue;
}

/** The columns of the item, without those of *Inputs to Ignore*. */
function columnsOf(context: Context): Column[] {
	const ignored = ignoredColumns(context);
	return Object.entries(context.getInputData().json)
		.filter(([header]) => !ignored.has(header.trim().toLowerCase()))
		.map(([header, value]) => ({ header, value: value as GenericValue }));
}

const EMPTY_CELLS = new Set(['-', 'n/a', '#n/a', 'null']);

function hasValue({ value }: Column): boolean {
	if (typeof value === 'string' && EMPTY_CELLS.has(value.trim().toLowerCase())) return false;
	return !isEmpty(value);
}

/** Of several columns for one target, the first in the order of the table. */
function columnsByTarget(filled: Column[]): Map<Target, Column> {
	const byKey = new Map(filled.map((column) => [keyOf(column.header), column]));
	const byTarget = new Map<Target, Column>();
	for (const [key, target] of TARGETS) {
		const column = byKey.get(key);
		if (column && !byTarget.has(target)) byTarget.set(target, column);
	}
	return byTarget;
}

/** First and last name together, else the name, else the one that is there. */
function nameColumns(byTarget: Map<Target, Column>): Column[] {
	const first = byTarget.get('firstName');
	const last = byTarget.get('lastName');
	if (first && last) return [first, last];
	return [byTarget.get('name') ?? first ?? last].filter((column) => column !== undefined);
}

interface FilledField {
	field: INodeProperties;
	/** First and last name for a name, else one. */
	columns: Column[];
}

/** @param filled the columns with a value */
function filledFields(filled: Column[]): FilledField[] {
	const byTarget = columnsByTarget(filled);
	const fields: FilledField[] = [];
	const names = nameColumns(byTarget);
	if (names.length > 0) fields.push({ field: newName, columns: names });
	for (const field of details) {
		const column = byTarget.get(field.name as Target);
		if (column) fields.push({ field, columns: [column] });
	}
	return fields;
}

/** `column "Name"`, or `columns "First Name" and "Last Name"`. */
function columnsNamed(columns: Column[]): string {
	const headers = columns.map(({ header }) => JSON.stringify(header));
	return `${headers.length === 1 ? 'column' : 'columns'} ${wordList(headers)}`;
}

/** A field without which an item can't be written, and why not. */
export interface NeededField {
	name: MatchField;
	why: string;
}

/** The error for an item that lacks a value: it names the column that is empty. */
export function missingValue(context: Context, { name, why }: NeededField): Error {
	const { displayName = name } = [newName, ...details].find((field) => field.name === name) ?? {};
	const refused = (reason: string) =>
		fieldError(context, displayName, `must not be empty${reason}: ${why}`, { nothingWas: 'done' });
	if (!isAutoMapped(context)) return refused('');
	const targets: Target[] = name === 'name' ? ['name', 'firstName', 'lastName'] : [name];
	const empty = columnsOf(context).filter((column) =>
		targets.some((target) => target === targetOf(column)),
	);
	const are = empty.length === 1 ? 'is' : 'are';
	if (empty.length > 0) return refused(`, but ${columnsNamed(empty)} ${are}`);
	const examples = wordList(COLUMNS[name].slice(0, 3), 'or');
	return refused(`, but there is no column for it, such as ${examples}`);
}

/** For the hint that says what went where. */
function noteColumns(use: ColumnUse, filled: Column[], fields: FilledField[]): void {
	for (const column of filled) {
		const filledField = fields.find(({ columns }) => columns.includes(column));
		use.add(column.header, filledField?.field.displayName);
	}
}

/** A row without a value in a column that fits is skipped, unless the form has fields to clear. */
function skipEmptyRow(context: Context): void {
	const toClear = commaSeparated(context.getNodeParameter('fieldsToClear', []));
	if (toClear.length > 0) return;
	RunScope.of(context).columns.skipped.push(context.getItemIndex());
	throw new SkippedItem();
}

/** The text that a field gets from its columns; undefined if it is left out. */
function textOf(context: Context, { field, columns }: FilledField) {
	const displayName = `${field.displayName} (${columnsNamed(columns)})`;
	const inColumns = { ...field, displayName };
	return leftOutIfInvalid(context, field.name, () => {
		const cells = columns.map(({ value }) => validatedText(context, inColumns, value, {}));
		return personText(context, inColumns, cells.join(' '));
	});
}

/**
 * Fills the fields from the columns of the item: the rules of the fields apply as if the user had
 * filled them. NodeOperationError if one is broken, or no column has what is needed.
 */
export const mapColumns = (
	neededOf: (context: Context) => NeededField | undefined,
): PreSendAction =>
	async function (request) {
		const { columns: use } = RunScope.of(this);
		const columns = columnsOf(this);
		use.hasFitting ||= columns.some((column) => targetOf(column) !== undefined);
		const filled = columns.filter(hasValue);
		const fields = filledFields(filled);
		noteColumns(use, filled, fields);
		if (fields.length === 0) skipEmptyRow(this);
		const needed = neededOf(this);
		if (needed && !fields.some(({ field }) => field.name === needed.name))
			throw missingValue(this, needed);
		const body: IDataObject = { ...bodyOf(request) };
		for (const filledField of fields) {
			const text = textOf(this, filledField);
			if (text !== undefined) body[filledField.field.name] = text;
		}
		return { ...request, body };
	};
