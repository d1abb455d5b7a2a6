import type { GenericValue, IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

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
import { isOfContact, keyOf, placeOf, type Column, type Place } from './headers';
import { normalizedValue } from './matching';
import { hasWordsOf, joinName, nameKey, withoutSalutation } from './names';

type Context = IExecuteSingleFunctions;
type PlacedColumn = { place: Place; column: Column };
/** By field, in the order in which they count. */
type ColumnsByField = Map<string, Column[]>;

const quoted = (name: string): string => JSON.stringify(name);

const NAME_FIELDS = ['firstName', 'namePrefix', 'lastName', 'name'];
const isNameField = (place?: Place): boolean => NAME_FIELDS.includes(place?.[0] ?? '');
const isPart = (place?: Place): boolean => /^(?:first|last)N/.test(place?.[0] ?? '');

const isOfService = (context: Context) => Number.isNaN(Number(context.getInputData().json.personId ?? 0));

/** The columns of the item that have a value, without those to ignore. */
function usedColumns(context: Context, { ignoredInputs }: RunScope): Column[] {
	const ignored = ignoredColumns(context);
	for (const column of ignored.values()) if (!ignoredInputs.has(column)) ignoredInputs.set(column, false);
	const isRecord = isOfService(context);
	return Object.entries(context.getInputData().json).flatMap(([name, cell]): Column[] => {
		const value = isRecord ? (cell as GenericValue) : withoutQuotes(cell as GenericValue);
		// What does not show in a name cannot be typed into the list.
		const ignoredAs = ignored.size > 0 ? ignored.get(removeInvisible(name).toLowerCase()) : undefined;
		if (ignoredAs !== undefined) ignoredInputs.set(ignoredAs, true);
		// For an empty text, Odoo gives false, and others an empty list.
		const isNothing = value === false || (Array.isArray(value) && value.join() === '');
		return ignoredAs === undefined && !isEmpty(value) && !isNothing ? [[name, value]] : [];
	});
}

const partColumns = new WeakMap<RunScope, string>();

/** The place of a Name that is a part of the name, as in Vorname;Name and Name;Surname. */
function placeOfPart(context: Context, run: RunScope, column: string): Place | undefined {
	if (keyOf(column) !== 'name') return undefined;
	// In the columns of all items: in some files, an item has none for an empty cell.
	const parts = getOrMake(partColumns, run, () => {
		const ignored = ignoredColumns(context);
		const all = [...new Set(run.execution.items.flatMap(({ json }) => Object.keys(json)))];
		const isUsed = (one: string) => !ignored.has(removeInvisible(one).toLowerCase());
		return [...new Set(all.filter((one) => isPart(placeOf(one)) && isUsed(one)).map(keyOf))].join();
	});
	if (/^vornamen?$/.test(parts)) return ['lastName', 0];
	return /^surnames?$/.test(parts) ? ['firstName', 0] : undefined;
}

/** Drops the columns of a contact who is not the person of First Name or Last Name beside them. A hint names them. */
function withoutContact(context: Context, run: RunScope, used: PlacedColumn[]): PlacedColumn[] {
	const others = used.flatMap(({ column }) => (isOfContact(column[0]) ? [column] : []));
	const own = used.filter(({ column }) => !others.includes(column));
	const part = own.find(({ place }) => isPart(place));
	const nameIn = (columns: Column[]) =>
		columns.flatMap(([name, value]) => (isNameField(placeOf(name)) ? String(value as string) : [])).join(' ');
	const [name, other] = [nameIn(own.map(({ column }) => column)), nameIn(others)];
	if (!part || !other || hasWordsOf(name, other) || hasWordsOf(other, name)) return used;
	tellUnsent(context, run, part.column, others);
	return own;
}

function columnsByField(context: Context, run: RunScope): ColumnsByField {
	const placed: PlacedColumn[] = [];
	for (const [name, its] of usedColumns(context, run)) {
		const place = placeOfPart(context, run, name) ?? placeOf(name);
		const value = isNameField(place) && !isOfService(context) ? withoutSalutation(its) : its;
		// LinkedIn calls profiles URL, and others anything.
		const text = String(its as string);
		const isStray = place?.[0] === 'linkedinProfileUrl' && !/linked.?in/i.test(name) && !isProfile(text);
		if (place === undefined || isStray) {
			run.unmappedColumns.add(name);
			if (leavesOut(context)) leaveOut(context, run, name, 'fits no field');
		} else if (place[0] === 'domain' && isProfile(text))
			placed.push({ place: ['linkedinProfileUrl', Infinity], column: [name, value] });
		else if (!isPlaceholder(value, place[0])) placed.push({ place, column: [name, value] });
	}
	const found: ColumnsByField = new Map();
	const used = withoutContact(context, run, placed).sort((one, other) => one.place[1] - other.place[1]);
	for (const { place, column } of used) getOrMake(found, place[0], (): Column[] => []).push(column);
	return found;
}

/** The field as errors name it, with the column that its value stands in. */
const inColumn = ({ displayName, ...field }: INodeProperties, column: string): INodeProperties => ({
	...field,
	displayName: displayName === column ? column : `${displayName} (column ${quoted(column)})`,
});

const listed = (columns: Column[]): string => columns.map(([name]) => quoted(name)).join(', ');

const notOne = (others: Column[]) =>
	`must be one, but others are in ${listed(others)}. Keep one, or name the other columns in Inputs to Ignore`;

/** The text of the first column; a hint names one that has another text, but two emails are a mistake, or a name and a contact. */
function textOf(context: Context, run: RunScope, field: INodeProperties, columns: Column[] = []) {
	const [first, ...rest] = columns;
	if (first === undefined) return undefined;
	const [column, value] = first;
	const meaningOf = (its: GenericValue) =>
		field.name === 'name' ? nameKey(String(its as string)) : normalizedValue(field.name, its);
	const others = rest.filter(([, its]) => meaningOf(its) !== meaningOf(value));
	const isOfTwo = placeOf(column)?.[0] === 'name' && [first, ...others].some(([name]) => isOfContact(name));
	const isUncertain = others.length > 0 && (field.name === 'email' || isOfTwo);
	const rules = field.name === 'phoneNumber' ? [notOfCountry(() => usedColumns(context, run), value)] : [];
	if (isUncertain) rules.push(() => notOne(others));
	const text = cellText(context, run, inColumn(field, column), value, ...rules);
	if (others.length > 0 && !isUncertain) tellUnsent(context, run, first, others);
	return text;
}

/** Tells of columns with a value that is not sent, because another one has one. */
function tellUnsent(context: Context, run: RunScope, [sent]: Column, others: Column[]): void {
	addHint(context, `Not sent where ${quoted(sent)} has a value: ${listed(others)}.`);
	for (const [name] of leavesOut(context) ? others : [])
		leaveOut(context, run, name, `${quoted(name)} is not sent, because ${quoted(sent)} has a value`);
}

type Writes = 'new' | 'newOrKnown' | 'known';

const IS_MATCHED = 'must be in First Name and Last Name: the person is found by it. Or choose Define Below';

/** First Name and Last Name together, or else Name, with the part that it lacks. */
function nameOf(context: Context, run: RunScope, found: ColumnsByField, writes: Writes): string | undefined {
	const [ofFirst, ofPrefix, ofLast, ofName] = NAME_FIELDS.map((field) => found.get(field)?.[0]);
	const textIn = (field: string) => textOf(context, run, newName, found.get(field));
	const [first, prefix, last] = [textIn('firstName'), textIn('namePrefix'), textIn('lastName')];
	// Beside what is left out, the rest is not the name.
	if ((ofFirst && !first) || (ofPrefix && !prefix) || (ofLast && !last)) return undefined;
	const isNameUsed = ofName !== undefined && !(first && last);
	const name = isNameUsed ? textIn('name') : undefined;
	const sent = first && last ? ofFirst : (ofName ?? ofFirst ?? ofLast);
	if (sent === undefined || (isNameUsed && name === undefined)) return undefined;

	const [kind, text] = joinName({ first, prefix, last, name });
	const [part, end] = ofFirst ? [ofFirst, 'begin'] : [ofLast, 'end'];
	const isWhole = kind === 'parts' || (sent[0] === 'name' && isOfService(context));
	const isMatched = writes === 'newOrKnown' && chosenOption(context, matchOn) === 'name';
	const brokenRules: Partial<Record<typeof kind, string>> = {
		...(isMatched && !isWhole && { single: IS_MATCHED }),
		repeated: `must not repeat the name in ${quoted(ofLast?.[0] ?? '')}. Correct one of them, or write the whole name here and empty the other`,
		unclear: `must ${end} with the name in ${quoted(part?.[0] ?? '')}. Write the whole name`,
	};
	const others = isNameUsed ? [] : [...(found.get('name') ?? [])];
	if (ofPrefix && !text.includes(prefix ?? '')) others.push(ofPrefix);
	const unsent = others.filter(([, its]) => !hasWordsOf(text, String(its as string)));
	const isOfTwo = isOfContact(sent[0]) && unsent.some(([column]) => !isOfContact(column));
	// Together, the parts can be what none of them is.
	const rule = () => (isOfTwo ? notOne(unsent) : brokenRules[kind]);
	const whole = cellText(context, run, inColumn(newName, sent[0]), text, rule);
	if (whole === undefined) return undefined;
	if (unsent.length > 0) tellUnsent(context, run, sent, unsent);
	if (isWhole) return whole;
	run.onlyNewNames.add(context.getItemIndex());
	if (writes === 'known') tellNameKept(context, run);
	return writes === 'known' ? undefined : whole;
}

/** The error for an item without a value that it needs: it shows the cell that means none, or the columns that fit no field. */
export function missing(context: Context, field: INodeProperties, why: string, run?: RunScope): Error {
	const { name, displayName } = field;
	const isOf = (column: string) => placeOf(column)?.[0].toLowerCase().endsWith(name.toLowerCase());
	const isUnknown = ([column, cell]: Column) => isOf(column) && !isEmpty(cell) && isPlaceholder(cell, name);
	const [, value] = (run && isAutoMapped(context) ? usedColumns(context, run) : []).find(isUnknown) ?? [];
	const columns = value === undefined ? [...(run?.unmappedColumns ?? [])] : [];
	const needed = name === 'name' ? 'Name, or two to First Name and Last Name' : displayName;
	const cure = `. Columns that fit no field: ${listedColumns(columns)}. Rename the one that has it to ${needed}`;
	const rule = `must not be empty: ${why}${columns.length > 0 ? cure : ''}`;
	return fieldError(context, displayName, rule, { value, nothingWas: 'done' });
}

/** Refuses the item of a file that was read with another delimiter or encoding than its own. */
function checkFile(context: Context, { unmappedColumns }: RunScope): void {
	const isMapped = Object.keys(context.getInputData().json).some(placeOf);
	for (const column of unmappedColumns) {
		const delimiter = 'was read with the wrong delimiter. Correct it in the node that reads the file';
		const brokenRule = !isMapped && /[,;\t|]/.test(column) ? delimiter : validUnicode(column);
		if (brokenRule !== undefined) throw fieldError(context, `Column ${quoted(column)}`, brokenRule);
	}
}

/** Checks columns as if the user had filled the fields. NodeOperationError if one breaks a rule, or emails differ. */
export const mapColumns = (writes: Writes): OperationHook =>
	async function (request, given) {
		const run = given ?? RunScope.of(this);
		const found = columnsByField(this, run);
		checkFile(this, run);
		const name = nameOf(this, run, found, writes);
		if (name === undefined && writes === 'new')
			throw missing(this, newName, 'no column Name, Full Name, First Name or Last Name has a value', run);
		const body: IDataObject = { ...bodyOf(request), name };
		for (const field of details) body[field.name] = textOf(this, run, field, found.get(field.name));
		return { ...request, body: omitEmpty(body) };
	};
