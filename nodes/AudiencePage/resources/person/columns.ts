import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import { RunScope, SkippedItem } from '../../execution/runScope';
import { ignoredColumns, isAutoMapped } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { commaSeparated, isEmpty, omitEmpty } from '../../shared/values';
import { listed } from '../../shared/words';
import { details, leftOutIfInvalid, newName, personText } from './fields';

type Context = IExecuteSingleFunctions;
type Target =
	| 'domain'
	| 'email'
	| 'firstName'
	| 'lastName'
	| 'linkedinProfileUrl'
	| 'name'
	| 'phoneNumber';

/**
 * The columns that fill a field of a person, as the exports of HubSpot, Salesforce, Outlook (also
 * in German), Google Contacts, LinkedIn and Apollo name them, and people in Excel. Of several for
 * one field, the first in this order that has a value counts.
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

/** Only letters and digits tell columns apart; accents and case do not. */
const keyOf = (header: string): string =>
	header
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

interface Place {
	target: Target;
	/** Of two columns, the one with the lower rank counts. */
	rank: number;
}

const PLACES = new Map(
	Object.entries(COLUMNS).flatMap(([target, headers]) =>
		headers.map((header, rank): [string, Place] => [
			keyOf(header),
			{ target: target as Target, rank },
		]),
	),
);

export const placeOf = (header: string): Place | undefined => PLACES.get(keyOf(header));

const EMPTY_CELLS = new Set(['-', 'n/a', '#n/a', 'null']);

const isEmptyCell = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && EMPTY_CELLS.has(value.trim().toLowerCase()));

interface Column {
	header: string;
	value: GenericValue;
	place?: Place;
}

/** The columns of the item, without those of *Inputs to Ignore*. */
function columnsOf(context: Context): Column[] {
	const { columns: use } = RunScope.of(context);
	const ignored = ignoredColumns(context);
	use.ignore(ignored.values());
	return Object.entries(context.getInputData().json).flatMap(([header, value]): Column[] => {
		const typed = ignored.get(header.trim().toLowerCase());
		if (typed === undefined)
			return [{ header, value: value as GenericValue, place: placeOf(header) }];
		use.foundIgnored(typed);
		return [];
	});
}

/** Of each field, the column that counts. */
function chosenColumns(columns: Column[]): Map<Target, Column> {
	const chosen = new Map<Target, Column & { place: Place }>();
	for (const { header, value, place } of columns) {
		if (place === undefined || isEmptyCell(value)) continue;
		const other = chosen.get(place.target);
		if (other === undefined || place.rank < other.place.rank)
			chosen.set(place.target, { header, value, place });
	}
	return chosen;
}

/** `column "Name"`, or `columns "First Name" and "Last Name"`. */
const columnsNamed = (headers: string[]): string =>
	`${headers.length === 1 ? 'column' : 'columns'} ${listed(headers.map((header) => JSON.stringify(header)))}`;

/** The field as errors name it, with the columns that its value stands in. */
const inColumns = (field: INodeProperties, headers: string[]): INodeProperties => ({
	...field,
	displayName: `${field.displayName} (${columnsNamed(headers)})`,
});

/**
 * A path into a nested value, such as `.email` or `[0].value`: to a column of a person, if it has
 * one.
 */
function pathInto(value: unknown): string {
	if (typeof value !== 'object' || value === null) return '';
	if (Array.isArray(value)) return `[0]${pathInto(value[0])}`;
	const keys = Object.keys(value);
	const key = keys.find(placeOf) ?? keys[0];
	if (key === undefined) return '';
	const step = /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
	return step + pathInto((value as IDataObject)[key]);
}

const isNested = ({ value }: Pick<Column, 'value'>): boolean =>
	typeof value === 'object' && value !== null;

/** How to use a column that holds other values, as n8n's HubSpot and Pipedrive nodes give it. */
const nestedRule = ({ header, value }: Column): string =>
	`is nested: put its values into columns with Edit Fields, such as {{ $json${pathInto({ [header]: value })} }}`;

/**
 * The text that a field gets from these columns, joined; undefined for none, or if it is left out.
 */
function textOf(context: Context, field: INodeProperties, columns: Column[]) {
	if (columns.length === 0) return undefined;
	const headers = columns.map(({ header }) => header);
	const asColumn = inColumns(field, headers);
	return leftOutIfInvalid(context, field.name, () => {
		const nested = columns.find(isNested);
		if (nested) throw fieldError(context, asColumn.displayName, nestedRule(nested));
		const values = columns.map(({ value }) => value);
		const joined = values.map((value) => String(value as string)).join(' ');
		return personText(context, asColumn, values.length === 1 ? values[0] : joined);
	});
}

/** First and last name together, else the name, else the one that is there. */
function nameColumns(chosen: Map<Target, Column>): Column[] {
	const [first, last, name] = [chosen.get('firstName'), chosen.get('lastName'), chosen.get('name')];
	if (first && last) return [first, last];
	return [name ?? first ?? last].filter((column) => column !== undefined);
}

const FIELDS = [newName, ...details];

/** The columns whose values a field is filled with: none if none of them has one. */
const columnsOfField = ({ name }: INodeProperties, chosen: Map<Target, Column>): Column[] =>
	name === newName.name
		? nameColumns(chosen)
		: [chosen.get(name as Target)].filter((column) => column !== undefined);

/** What its columns stand for, whether they have a value or not. */
const targetsOf = (field: string): Target[] =>
	field === 'name' ? ['name', 'firstName', 'lastName'] : [field as Target];

/** The error for an item that lacks a value: it names the column that is empty. */
export function missing(context: Context, field: INodeProperties, why: string): Error {
	const { name, displayName } = field;
	const refused = (rule: string) => fieldError(context, displayName, rule, { nothingWas: 'done' });
	if (!isAutoMapped(context)) return refused(`must not be empty: ${why}`);
	const targets = targetsOf(name);
	const headers = columnsOf(context)
		.filter(({ place }) => place && targets.includes(place.target))
		.map(({ header }) => header);
	const are = headers.length === 1 ? 'is' : 'are';
	if (headers.length > 0)
		return refused(`must not be empty, but ${columnsNamed(headers)} ${are}: ${why}`);
	const examples = listed(targets.flatMap((target) => COLUMNS[target]).slice(0, 3), 'or');
	return refused(`must not be empty, but there is no column for it, such as ${examples}: ${why}`);
}

/** A row without a value in a column that fits is skipped, unless the form has fields to clear. */
function skipEmptyRow(context: Context, chosen: Map<Target, Column>): void {
	const toClear = commaSeparated(context.getNodeParameter('fieldsToClear', []));
	if (chosen.size > 0 || toClear.length > 0) return;
	RunScope.of(context).columns.skipped.push(context.getItemIndex());
	throw new SkippedItem();
}

/** For the hint, and for the error if no column of the run fits a field. */
function noteColumns(context: Context, columns: Column[], chosen: Map<Target, Column>): void {
	const { columns: use } = RunScope.of(context);
	use.hasFitting ||= columns.some(({ place }) => place !== undefined);
	for (const column of columns.filter(({ value }) => !isEmptyCell(value))) {
		const { header, place } = column;
		const isPassedOver = place !== undefined && chosen.get(place.target)?.header !== header;
		if (isPassedOver) use.passOver(header);
		use.hasValue(header, place === undefined && isNested(column) ? nestedRule(column) : undefined);
	}
	for (const field of FIELDS)
		for (const { header } of columnsOfField(field, chosen)) use.fill(header, field.displayName);
}

/** A field without which an item can't be written. */
export interface NeededField {
	field: INodeProperties;
	why: string;
}

/**
 * Fills the fields from the columns of the item: the rules of the fields apply as if the user had
 * filled them. NodeOperationError if one is broken, or no column has what `needed` says.
 */
export const mapColumns = (needed: (context: Context) => NeededField | undefined): PreSendAction =>
	async function (request) {
		const columns = columnsOf(this);
		const chosen = chosenColumns(columns);
		noteColumns(this, columns, chosen);
		skipEmptyRow(this, chosen);
		const { field, why } = needed(this) ?? {};
		if (field && why && columnsOfField(field, chosen).length === 0) throw missing(this, field, why);
		const body: IDataObject = { ...bodyOf(request) };
		for (const personField of FIELDS)
			body[personField.name] = textOf(this, personField, columnsOfField(personField, chosen));
		return { ...request, body: omitEmpty(body) };
	};
