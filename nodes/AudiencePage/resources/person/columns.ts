import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
} from 'n8n-workflow';

import { listedColumns } from '../../execution/hints';
import { RunScope, type OperationHook } from '../../execution/runScope';
import { chosenOption } from '../../fields/choice';
import { ignoredColumns, isAutoMapped } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { isProfile, removeInvisible, validUnicode } from '../../fields/text';
import { addHint } from '../../shared/hint';
import { getOrMake, isEmpty, omitEmpty } from '../../shared/values';
import { cellText, isPlaceholder, withoutQuotes } from './cells';
import { notOfCountry } from './countries';
import { details, leaveOut, leavesOut, matchOn, newName, tellNameKept } from './fields';
import { isOfContact, keyOf, placeOf, unqualified, type Column, type Place } from './headers';
import { normalizedValue } from './matching';
import { hasWordsOf, joinName, nameKey, withoutSalutation } from './names';

type Context = IExecuteSingleFunctions;

/**
 * The columns of an item that are used: those with a value, but for those to ignore and those of
 * another person.
 */
interface Row {
	context: Context;
	run: RunScope;
	columns: Column[];
	/** By field, in the order in which they count. */
	byField: Map<string, Column[]>;
}

const listed = (columns: string[]): string =>
	columns.map((name) => JSON.stringify(name)).join(', ');
const NAME_FIELDS = ['firstName', 'namePrefix', 'lastName', 'name'];
const isName = (column: string): boolean =>
	/^(?:first|last|n).*ame$/.test(placeOf(column)?.[0] ?? '');
const isPart = (column: string): boolean => /^(?:first|last)/.test(placeOf(column)?.[0] ?? '');
const MAY_HAVE_NAME =
	/^(?:work|business|primary)?(?:contact|person|kontakt)$|^(?!.*(?:funktion|position|abteil|titel|rolle|anrede|firma|typ|status|notiz|(?<!vor)ort$)).*ansprech/;
const ignoredAs = (column: string): string => removeInvisible(column).toLowerCase();

const isOfService = (context: Context): boolean =>
	Number.isNaN(Number(context.getInputData().json.personId ?? 0)) &&
	!ignoredColumns(context).has('personid');

/** The columns of the item that have a value, without those to ignore. */
function filledColumns(context: Context, { ignoredInputs }: RunScope): Column[] {
	const ignored = ignoredColumns(context);
	for (const column of ignored.values())
		if (!ignoredInputs.has(column)) ignoredInputs.set(column, false);
	const isRecord = isOfService(context);
	return Object.entries(context.getInputData().json).flatMap(([name, cell]): Column[] => {
		const value = isRecord ? (cell as GenericValue) : withoutQuotes(cell as GenericValue);
		// What does not show in a name cannot be typed into the list.
		const typed = ignored.size > 0 ? ignored.get(ignoredAs(name)) : undefined;
		if (typed !== undefined) ignoredInputs.set(typed, true);
		// For an empty text, Odoo gives false, and others an empty list.
		const isNothing = value === false || (Array.isArray(value) && value.join() === '');
		return typed === undefined && !isEmpty(value) && !isNothing ? [[name, value]] : [];
	});
}

/**
 * Whether a cell has a name: in a column Contact, some have a phone number, Yes please, or where
 * they met.
 */
function hasName([column, value]: Column): boolean {
	if (typeof value !== 'string' || isEmpty(value) || isPlaceholder(value, 'name')) return false;
	if (isName(column)) return true;
	if (!MAY_HAVE_NAME.test(keyOf(column))) return false;
	const words = value.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/[\d@]/.test(word));
	return (
		words.length > 1 && [words[0], words.at(-1)].every((word) => word && !/^\p{Ll}/u.test(word))
	);
}

const nameColumns = new WeakMap<RunScope, Record<'all' | 'filled', string[]>>();

/** The columns of names: in some files, an item has none for an empty cell. */
const nameColumnsOf = (context: Context, run: RunScope) =>
	getOrMake(nameColumns, run, () => {
		const ignored = ignoredColumns(context);
		const { items } = run.execution;
		const columns = [...new Set(items.flatMap(({ json }) => Object.keys(json)))];
		const names = columns.filter(
			(one) => (isName(one) || isOfContact(one)) && !ignored.has(ignoredAs(one)),
		);
		const isFilled = (name: string) =>
			items.some(({ json }) => hasName([name, json[name] as GenericValue]));
		const filled = names.filter(isFilled);
		return { filled, all: names.filter((name) => !isOfContact(name) || filled.includes(name)) };
	});

/** The place of a Name that is a part of the name, as in Vorname;Name and Name;Surname. */
function placeOfPart(context: Context, run: RunScope, column: string): Place | undefined {
	const isWhole = unqualified(column) === 'name' && placeOf(column)?.[0] === 'name';
	if (!isWhole || (column === 'name' && isOfService(context))) return undefined;
	const isOfSame = (name: string) => isPart(name) && isOfContact(name) === isOfContact(column);
	const parts = [
		...new Set(nameColumnsOf(context, run).all.filter(isOfSame).map(unqualified)),
	].join();
	if (/^vornamen?$/.test(parts)) return ['lastName', 0];
	return /^surnames?$/.test(parts) ? ['firstName', 0] : undefined;
}

const notOne = (others: string[]) =>
	`must be one, but there are others in ${listed(others)}. Keep one, or name the other columns in Inputs to Ignore`;

/**
 * Without the columns of a contact, if items have names of their own. Refuses a Name alone beside
 * them: it may be a company's.
 */
function withoutContact(context: Context, run: RunScope, columns: Column[]): Column[] {
	const ofContact = columns.filter(([column]) => isOfContact(column));
	const own = columns.filter((column) => !ofContact.includes(column));
	const { filled } = nameColumnsOf(context, run);
	const contacts = filled.filter(isOfContact);
	const ofItems = filled.find((column) => !isOfContact(column));
	if (ofItems === undefined || contacts.length === 0) return columns;
	const name = own.find((column) => isName(column[0]) && hasName(column));
	const part = own.find((column) => isPart(column[0]) && hasName(column));
	if (name && !part)
		throw fieldError(context, newName.displayName, notOne(contacts), { value: name[1] });
	const why = `the contact may not be the person in ${listed([part?.[0] ?? ofItems])}`;
	if (ofContact.length > 0) tellUnsent(context, run, why, ofContact);
	return own;
}

/** Tells of columns with a value that is not sent, and why. */
function tellUnsent(context: Context, run: RunScope, why: string, columns: Column[]): void {
	addHint(context, `Not sent where ${why}: ${listed(columns.map(([name]) => name))}.`);
	for (const [name] of leavesOut(context) ? columns : [])
		leaveOut(context, run, name, `${listed([name])} is not sent, because ${why}`);
}

function rowOf(context: Context, run: RunScope): Row {
	const placed: Array<{ place: Place; column: Column }> = [];
	const columns = withoutContact(context, run, filledColumns(context, run));
	for (const [name, its] of columns) {
		const place = placeOfPart(context, run, name) ?? placeOf(name);
		const value = isName(name) && !isOfService(context) ? withoutSalutation(its) : its;
		// LinkedIn calls profiles URL, and others anything.
		const text = String(its as string);
		const isStray =
			place?.[0] === 'linkedinProfileUrl' && !/linked.?in/i.test(name) && !isProfile(text);
		if (place === undefined || isStray) {
			run.unmappedColumns.add(name);
			if (leavesOut(context)) leaveOut(context, run, name, 'fits no field');
		} else if (place[0] === 'domain' && isProfile(text))
			placed.push({ place: ['linkedinProfileUrl', Infinity], column: [name, value] });
		else if (!isPlaceholder(value, place[0])) placed.push({ place, column: [name, value] });
	}
	const byField: Row['byField'] = new Map();
	for (const { place, column } of placed.sort((one, other) => one.place[1] - other.place[1]))
		getOrMake(byField, place[0], (): Column[] => []).push(column);
	return { context, run, columns, byField };
}

/** The field as errors name it, with the column that its value stands in. */
const inColumn = ({ displayName, ...field }: INodeProperties, column: string): INodeProperties => ({
	...field,
	displayName: displayName === column ? column : `${displayName} (column ${listed([column])})`,
});

/**
 * The text of the first column; a hint names one that has another text, but two emails are a
 * mistake.
 */
function textOf(
	{ context, run, columns, byField }: Row,
	field: INodeProperties,
	from = field.name,
) {
	const [first, ...rest] = byField.get(from) ?? [];
	if (first === undefined) return undefined;
	const [column, value] = first;
	const meaningOf = (its: GenericValue) =>
		field.name === 'name' ? nameKey(String(its as string)) : normalizedValue(field.name, its);
	const others = rest.filter(([, its]) => meaningOf(its) !== meaningOf(value));
	const isUncertain = others.length > 0 && field.name === 'email';
	const rules = field.name === 'phoneNumber' ? [notOfCountry(columns, value)] : [];
	if (isUncertain) rules.push(() => notOne(others.map(([name]) => name)));
	const text = cellText(context, run, inColumn(field, column), value, ...rules);
	if (others.length > 0 && !isUncertain)
		tellUnsent(context, run, `${listed([column])} has a value`, others);
	return text;
}

type Writes = 'new' | 'newOrKnown' | 'known';
const IS_MATCHED =
	'must be in First Name and Last Name: the person is found by it. Or choose Define Below';

/** First Name and Last Name together, or else Name, with the part that it lacks. */
function nameOf(row: Row, writes: Writes): string | undefined {
	const { context, run, byField } = row;
	const [ofFirst, ofPrefix, ofLast, ofName] = NAME_FIELDS.map((field) => byField.get(field)?.[0]);
	const textIn = (field: string) => textOf(row, newName, field);
	const [first, prefix, last] = [textIn('firstName'), textIn('namePrefix'), textIn('lastName')];
	// Beside what is left out, the rest is not the name.
	if ((ofFirst && !first) || (ofPrefix && !prefix) || (ofLast && !last)) return undefined;
	const isNameUsed = ofName !== undefined && !(first && last);
	const name = isNameUsed ? textIn('name') : undefined;
	const sent = first && last ? ofFirst : (ofName ?? ofFirst ?? ofLast);
	if (sent === undefined && ofPrefix) tellUnsent(context, run, 'no name has a value', [ofPrefix]);
	if (sent === undefined || (isNameUsed && name === undefined)) return undefined;

	const [kind, text] = joinName({ first, prefix, last, name });
	const [part, end] = ofFirst ? [ofFirst, 'begin'] : [ofLast, 'end'];
	const isWhole = kind === 'parts' || (sent[0] === 'name' && isOfService(context));
	const isMatched = writes === 'newOrKnown' && chosenOption(context, matchOn) === 'name';
	const brokenRules: Partial<Record<typeof kind, string>> = {
		...(isMatched && !isWhole && { single: IS_MATCHED }),
		repeated: `must not repeat the name in ${listed([ofLast?.[0] ?? ''])}. Correct one of them, or write the whole name here and empty the other`,
		unclear: `must ${end} with the name in ${listed([part?.[0] ?? ''])}. Write the whole name, or if this is only the ${ofFirst ? 'last' : 'first'} name, rename the column to ${isOfContact(sent[0]) ? 'Contact ' : ''}${ofFirst ? 'Last' : 'First'} Name`,
	};
	// Together, the parts can be what none of them is.
	const whole = cellText(context, run, inColumn(newName, sent[0]), text, () => brokenRules[kind]);
	if (whole === undefined) return undefined;
	const others = isNameUsed ? [] : [...(byField.get('name') ?? [])];
	if (ofPrefix && !text.includes(prefix ?? '')) others.push(ofPrefix);
	const unsent = others.filter(([, its]) => !hasWordsOf(text, String(its as string)));
	if (unsent.length > 0) tellUnsent(context, run, `${listed([sent[0]])} has a value`, unsent);
	if (isWhole) return whole;
	run.onlyNewNames.add(context.getItemIndex());
	if (writes === 'known') tellNameKept(context, run);
	return writes === 'known' ? undefined : whole;
}

/**
 * The error for an item without a value that it needs: it shows the cell that means none, or the
 * columns that fit no field.
 */
export function missing(
	context: Context,
	field: INodeProperties,
	why: string,
	run?: RunScope,
): Error {
	const { name, displayName } = field;
	const filled = run && isAutoMapped(context) ? filledColumns(context, run) : [];
	const its = filled.filter(([column]) =>
		placeOf(column)?.[0].toLowerCase().endsWith(name.toLowerCase()),
	);
	const [, value] = its.find(([, cell]) => isPlaceholder(cell, name)) ?? [];
	const [ofContact] = its.find(([column]) => isOfContact(column)) ?? [];
	const unmapped = [...(run?.unmappedColumns ?? [])];
	const needed = name === 'name' ? 'Name, or two to First Name and Last Name' : displayName;
	const cure = ofContact
		? `. ${listed([ofContact])} is not used, because the contact may be somebody else. If it is this person's, rename it to ${needed}`
		: `. Columns that fit no field: ${listedColumns(unmapped)}. Rename the one that has it to ${needed}`;
	const rule = `must not be empty: ${why}${value === undefined && (ofContact || unmapped.length > 0) ? cure : ''}`;
	return fieldError(context, displayName, rule, { value, nothingWas: 'done' });
}

/** Refuses the item of a file that was read with another delimiter or encoding than its own. */
function checkFile(context: Context, { unmappedColumns }: RunScope): void {
	const columns = Object.keys(context.getInputData().json);
	const isMapped = columns.some(placeOf);
	for (const column of [...columns.filter((one) => one.includes('\0')), ...unmappedColumns]) {
		const delimiter =
			'was read with the wrong delimiter. Correct it in the node that reads the file';
		const brokenRule =
			!isMapped && /[,;\t|]/.test(column)
				? delimiter
				: validUnicode(column.replaceAll('\0', '\ufffd'));
		if (brokenRule !== undefined)
			throw fieldError(context, `Column ${listed([column])}`, brokenRule);
	}
}

/**
 * Checks columns as if the user had filled the fields. NodeOperationError if one breaks a rule, or
 * emails differ.
 */
export const mapColumns = (writes: Writes): OperationHook =>
	async function (request, given) {
		const run = given ?? RunScope.of(this);
		const row = rowOf(this, run);
		checkFile(this, run);
		const name = nameOf(row, writes);
		if (name === undefined && writes === 'new')
			throw missing(
				this,
				newName,
				'no column Name, Full Name, First Name or Last Name has a value',
				run,
			);
		const body: IDataObject = { ...bodyOf(request), name };
		for (const field of details) body[field.name] = textOf(row, field);
		return { ...request, body: omitEmpty(body) };
	};
