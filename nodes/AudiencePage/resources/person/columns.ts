import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { RunScope, type OperationHook } from '../../execution/runScope';
import { ignoredColumns } from '../../fields/dataToSend';
import { fieldError } from '../../fields/fieldError';
import { callingCodeOf } from '../../fields/phoneNumber';
import { bodyOf } from '../../fields/routing';
import { isProfile, removeInvisible, validatedText, wasUtf8, type Rule } from '../../fields/text';
import { addHint } from '../../shared/hint';
import { getOrMake, isEmpty, omitEmpty } from '../../shared/values';
import columnsOfFields from './columns.json';
import { details, leaveOut, leavesOut, NAME_KEPT, newName, personText } from './fields';
import { normalizedValue } from './matching';
import otherHosts from './otherHosts.json';

/** The columns that go to a field, in the order in which they count: of several that have a value, the first. */
export const COLUMNS: Record<string, string[]> = { ...columnsOfFields };
for (const { name, displayName } of details) COLUMNS[name] ??= [displayName];

const columnKey = (column: string): string =>
	column
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/** A field, and how early its column counts. */
type Place = [field: string, rank: number];

const PLACES = new Map<string, Place>(
	Object.entries(COLUMNS).flatMap(([field, columns]) =>
		columns.map((column, rank): [string, Place] => [columnKey(column), [field, rank]]),
	),
);

/** What may stand before the name of a column, and means the same person. */
const QUALIFIERS = /^(?:contact|person|work|business|primary)+/;

/** With a qualifier, these mean something else: a company's name, a record in the tool that wrote the file. */
const OTHER_MEANINGS = /(?:business|work)name$|^(?:contact|person)url$/;

export function placeOf(column: string): Place | undefined {
	const key = columnKey(column);
	const exact = PLACES.get(key);
	if (exact !== undefined || OTHER_MEANINGS.test(key)) return exact;
	const [field, rank] = PLACES.get(key.replace(QUALIFIERS, '')) ?? [];
	// After the column without a qualifier, before the next one.
	return field === undefined || rank === undefined ? undefined : [field, rank + 0.5];
}

/** What tools and people write into a cell that has no value. */
const PLACEHOLDER =
	/^(?:[-.?\u2013\u2014]+|#?n\/a|#nv|[nk]\. ?a\.?|#null!|none|undefined|\[*(?:unknown|not provided)\]*)$/i;
/** The same, but some people are called so: of these, only what a program writes is none of theirs. */
const PLACEHOLDER_BUT_FOR_NAMES = /^(?:null|nil|na|nan)$/i;

function isPlaceholder(value: unknown, field: string): boolean {
	const text = removeInvisible(String(value as string));
	const other = /name$/i.test(field) ? /^(?:null|NULL)$/ : PLACEHOLDER_BUT_FOR_NAMES;
	return PLACEHOLDER.test(text) || other.test(text);
}

const notAFormula: Rule = (text) =>
	/^=|^#\S+[!?]$/.test(text)
		? 'must not be a formula, or the error of one. Copy the column, and paste it as values'
		: undefined;

/** Of a text in UTF-8 that was read in another encoding, or of a web page. */
const GARBLED =
	/[Â-Åâ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜\u2013-\u2122]|(?<=\p{L})\?(?=\p{L})|&(?:[a-zA-Z]+|#x?[\da-fA-F]+);/u;

const notGarbled: Rule = (text) => {
	const [garbled] = GARBLED.exec(text) ?? [];
	return (
		garbled && `must not contain ${garbled}: a program wrote that for another character. Correct the cell`
	);
};

const FOR_CELLS = [notAFormula, notGarbled];

/** An email address, a web address, six digits or more as of a phone number, or no letter. */
const NOT_A_NAME = /\S@\S|:\/\/|^www\.|\.[a-z]{2,}\/|\.(?:com|net|org)$|\d(?:\D{0,3}\d){5}|^\P{L}*$/iu;

/** Where anybody has a mailbox, profile or link; `.*` is the ending of any country. */
const OTHER_HOSTS = new Set(otherHosts);
const ANY_ENDING = /\.(?:com|net|(?:com?\.)?[a-z]{2})$/;

const isOtherHost = (domain: string): boolean =>
	[domain, domain.replace(ANY_ENDING, '.*')].some((name) =>
		name.split('.').some((_, at, labels) => OTHER_HOSTS.has(labels.slice(at).join('.'))),
	);

/** What a column may have that is of another one, by field; a value that the user has filled in is what they want. */
const MISPLACED: Record<string, Rule> = {
	name: (text) => {
		if (NOT_A_NAME.test(text))
			return "must be a person's name, not an email address, phone number or web address. Correct or empty the cell";
		// The last name may be first, or a title may follow.
		return /[,;،，、|/]/.test(text) ? 'must be one name, without , ; | and /, e.g. Eva Schmidt' : undefined;
	},
	domain: (text) =>
		isOtherHost(text)
			? "must be the company's own, not one for private mailboxes, profiles, pages or links. Empty the cell"
			: undefined,
};

/** The text of a cell, as `personText`. */
const cellText: typeof personText = (context, run, field, value, ...rules) =>
	personText(context, run, field, value, ...FOR_CELLS, ...[MISPLACED[field.name] ?? []].flat(), ...rules);

type Column = [name: string, value: GenericValue];

const quoted = (name: string): string => JSON.stringify(name);

/** The columns that have a value for a field, by field, in the order in which they count; without those to ignore. */
function columnsByField(context: IExecuteSingleFunctions, run: RunScope): Map<string, Column[]> {
	const { ignoredInputs, unmappedColumns } = run;
	const ignored = ignoredColumns(context);
	for (const column of ignored.values()) if (!ignoredInputs.has(column)) ignoredInputs.set(column, false);
	const placed: Array<{ place: Place; column: Column }> = [];
	for (const column of Object.entries(context.getInputData().json) as Column[]) {
		const [name, value] = column;
		// What does not show in a name cannot be typed into the list.
		const ignoredAs = ignored.size > 0 ? ignored.get(removeInvisible(name).toLowerCase()) : undefined;
		if (ignoredAs !== undefined) ignoredInputs.set(ignoredAs, true);
		if (ignoredAs !== undefined || isEmpty(value)) continue;
		const place = unmappedColumns.has(name) ? undefined : placeOf(name);
		if (place === undefined) {
			unmappedColumns.add(name);
			if (leavesOut(context)) leaveOut(context, run, name, 'fits no field');
		}
		// In "URL", LinkedIn exports profiles.
		else if (place[0] === 'domain' && isProfile(String(value as string)))
			placed.push({ place: ['linkedinProfileUrl', Infinity], column });
		else if (!isPlaceholder(value, place[0])) placed.push({ place, column });
	}
	const found = new Map<string, Column[]>();
	for (const { place, column } of placed.sort((one, other) => one.place[1] - other.place[1]))
		getOrMake(found, place[0], (): Column[] => []).push(column);
	return found;
}

/** The field as errors name it, with the columns that its value stands in. */
function inColumns(field: INodeProperties, columns: string[]): INodeProperties {
	if (columns.join() === field.displayName) return field;
	const names = `column${columns.length === 1 ? '' : 's'} ${columns.map(quoted).join(' and ')}`;
	return { ...field, displayName: `${field.displayName} (${names})` };
}

const COUNTRY_COLUMN =
	/country|^(?:land(?:region)?(?:geschäftlich|privat)?|staat|nation|pays|pa[ií]s|paese|kraj)$/;

/** Refuses a phone number that has got another country calling code than that of the country of its item. */
function notOfCountry({ json }: INodeExecutionData, value: GenericValue): Rule {
	const isCountry = ([name, cell]: [string, unknown]) =>
		COUNTRY_COLUMN.test(columnKey(name)) && !isEmpty(cell) && !isPlaceholder(cell, '');
	const [column, country] = Object.entries(json).find(isCountry) ?? [];
	const code = callingCodeOf(country);
	const isCertain = column === undefined || /\+|^\D*00/.test(String(value as string));
	const rule = `has no country code, and ${quoted(column ?? '')} is ${String(country as string)}. Write it with ${code === undefined ? 'its own country code' : `+${code}`}, and with spaces, so that Excel keeps the +`;
	return (text) => (isCertain || (code !== undefined && text.startsWith(`+${code}`)) ? undefined : rule);
}

/** The text of the first column; a hint names one that has another text, but two emails are a mistake. */
function textOf(
	context: IExecuteSingleFunctions,
	run: RunScope,
	field: INodeProperties,
	[first, ...rest]: Column[] = [],
): string | undefined {
	if (first === undefined) return undefined;
	const [column, value] = first;
	const meaning = normalizedValue(field.name, value);
	const others = rest.flatMap(([name, its]) => (normalizedValue(field.name, its) === meaning ? [] : [name]));
	const named = others.map(quoted).join(', ');
	const isOneEmail = () =>
		field.name === 'email' && others.length > 0
			? `must be one address, but others are in ${named}. Keep one, or name the other columns in Inputs to Ignore`
			: undefined;
	const rule = field.name === 'phoneNumber' ? notOfCountry(context.getInputData(), value) : isOneEmail;
	const text = cellText(context, run, inColumns(field, [column]), value, rule);
	if (text === undefined) {
		// Left out: the next column may have a valid value.
		const why = run.leftOut.get(context.getItemIndex())?.[field.name];
		const next = textOf(context, run, field, rest);
		if (next !== undefined && why) leaveOut(context, run, field.name, `${why}. ${next} was sent instead`);
		return next;
	}
	if (others.length > 0) {
		const hint = `${field.displayName}: where ${quoted(column)} has a value, it is sent, and not that in ${named}.`;
		addHint(context, hint);
		for (const name of leavesOut(context) ? others : [])
			leaveOut(context, run, name, `${quoted(name)} is not sent, because ${quoted(column)} has a value`);
	}
	return text;
}

type Writes = 'new' | 'newOrKnown' | 'known';

/** Whether the file has columns for both parts of a name, filled or not. */
function hasBothParts(context: IExecuteSingleFunctions): boolean {
	const fields = Object.keys(context.getInputData().json).map((name) => placeOf(name)?.[0]);
	return fields.includes('firstName') && fields.includes('lastName');
}

/** The words of a name, so that another name in it can be found as whole words. */
const wordsOf = (name: unknown): string => ` ${normalizedValue('name', name).toLowerCase()} `;

/** The name, of its own column, or of First Name and Last Name together; of one of them and Name, where that is the other. */
function nameOf(
	context: IExecuteSingleFunctions,
	run: RunScope,
	found: Map<string, Column[]>,
	writes: Writes,
): string | undefined {
	const whole = textOf(context, run, newName, found.get('name'));
	const parts = ['firstName', 'lastName'].flatMap((part) => found.get(part)?.slice(0, 1) ?? []);
	const isWhole = parts.length !== 1 || hasBothParts(context);
	if (whole !== undefined && isWhole) return whole;
	if (whole === undefined && parts.length === 1 && writes === 'known') {
		addHint(context, NAME_KEPT);
		return undefined;
	}
	if (whole === undefined && parts.length === 1) run.partialNames.add(context.getItemIndex());
	const texts = parts.map(([column, value]) =>
		validatedText(context, { ...newName, displayName: column }, value, { rules: [notAFormula] }),
	);
	if (whole !== undefined && wordsOf(whole).includes(wordsOf(texts[0]))) return whole;
	const others = whole === undefined ? [] : [whole];
	const names = found.has('firstName') ? [...texts, ...others] : [...others, ...texts];
	const columns = parts.map(([column]) => column);
	return cellText(context, run, inColumns(newName, columns), names.join(' '));
}

/** Refuses the item of a file that was read with another delimiter or encoding than its own. */
function checkFile(context: IExecuteSingleFunctions, { unmappedColumns }: RunScope, isMapped: boolean): void {
	for (const column of unmappedColumns) {
		const isWhole = !isMapped && /[,;\t|]/.test(column);
		const delimiter = 'was read with the wrong delimiter. Correct it in the node that reads the file';
		const brokenRule = isWhole ? delimiter : wasUtf8(column);
		if (brokenRule !== undefined) throw fieldError(context, `Column ${quoted(column)}`, brokenRule);
	}
}

/** Checks columns as if the user had filled the fields. NodeOperationError if one breaks a rule, or emails differ. */
export const mapColumns = (writes: Writes): OperationHook =>
	async function (request, given) {
		const run = given ?? RunScope.of(this);
		const found = columnsByField(this, run);
		checkFile(this, run, found.size > 0);
		const name = nameOf(this, run, found, writes);
		if (name === undefined && writes === 'new') {
			const rule = 'must not be empty: no column Name, Full Name, First Name or Last Name has a value';
			throw fieldError(this, 'Name', rule);
		}
		const body: IDataObject = { ...bodyOf(request), name };
		let mapped = { ...request, body };
		for (const field of details) {
			const columns = found.get(field.name);
			const isText = field.type === 'string';
			body[field.name] = isText ? textOf(this, run, field, columns) : columns?.[0]?.[1];
			for (const hook of isText ? [] : (field.routing?.send?.preSend ?? []))
				mapped = (await hook.call(this, mapped)) as typeof mapped;
		}
		return { ...mapped, body: omitEmpty(mapped.body) };
	};
