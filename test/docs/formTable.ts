/** The fields of a form as a table, with everything the form says about them. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { maxConcurrentRequests } from '../../nodes/AudiencePage/fields/collections';
import { optionsOf } from '../support/description';
import { markdownTable } from '../support/table';

/** What a form shows all fields of an operation or an event by: it says nothing of a single one. */
const SHOWS_ALL = ['resource', 'operation', 'event', '/event'];

/**
 * These fields in the order of the form, nested ones with the names of what they are nested in; ''
 * for none. The option that every operation has is not told again for each.
 */
export function formTable(fields: INodeProperties[]): string {
	const rows = fields.flatMap((field) => rowsOf(field, [], fields));
	const header = ['Field', 'Required', 'Default', 'Description'];
	return rows.length > 0 ? markdownTable([header, ...rows]) : '';
}

/** The row of a field, and those of the fields in it. */
function rowsOf(field: INodeProperties, within: string[], siblings: INodeProperties[]): string[][] {
	const { name, displayName, required, options = [], type } = field;
	const path = [...within, displayName];
	const nested = options
		.filter((option) => option.name !== maxConcurrentRequests.name)
		.flatMap((option) => nestedRows(option, path, options));
	// Such as Filters: it holds fields, and says nothing of them.
	if (type === 'collection' && within.length === 0) return nested;
	const title = `${path.join(' › ')} (\`${name}\`)`;
	const row = [
		title,
		required ? 'yes' : '',
		defaultOf(field, within[0]),
		descriptionOf(field, siblings),
	];
	return [row, ...nested];
}

type Option = INodeProperties | INodePropertyCollection | INodePropertyOptions;

function nestedRows(option: Option, path: string[], options: Option[]): string[][] {
	if ('values' in option) {
		const { displayName, values } = option;
		return values.flatMap((value) => rowsOf(value, [...path, displayName], values));
	}
	return 'type' in option ? rowsOf(option, path, options as INodeProperties[]) : [];
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
const nameOf = (field: INodeProperties, value: unknown): string | undefined =>
	optionsOf(field).find((option) => option.value === value)?.name;

/** These options do nothing until they are added, as fields to send do. */
const ADDED_OPTIONS = ['findBy', 'previewOnly'];

const isAddedFirst = (name: string, group?: string): boolean =>
	group !== undefined && (group !== 'Options' || ADDED_OPTIONS.includes(name));

function defaultOf(field: INodeProperties, group?: string): string {
	const { name, type, default: usual } = field;
	const whenAdded = isAddedFirst(name, group) ? ' when added' : '';
	if (type === 'options') return `${nameOf(field, usual) ?? ''}${whenAdded}`;
	switch (typeof usual) {
		case 'boolean':
			return usual ? `on${whenAdded}` : 'off';
		case 'number':
			return `\`${usual}\`${whenAdded}`;
		case 'string':
			return usual === '' ? '' : `\`${usual.replace(/^=/, '')}\``;
		default:
			return '';
	}
}

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

function descriptionOf(field: INodeProperties, siblings: INodeProperties[]): string {
	const { description = '', hint = '', placeholder = '' } = field;
	const [, example] = /^e\.g\. (.+)$/.exec(placeholder) ?? [];
	const sentences = [
		...conditions(field, siblings),
		sentence(description),
		sentence(hint.replace(/Example: (.+)$/, 'Example: `$1`.')),
		range(field),
		example === undefined ? '' : `For example \`${example}\`.`,
		choices(field),
	];
	return sentences.filter((text) => text !== '').join(' ');
}

function range({ typeOptions: { minValue, maxValue } = {} }: INodeProperties): string {
	if (minValue === undefined) return '';
	const most = maxValue === undefined ? '' : `, at most \`${maxValue}\``;
	return `At least \`${minValue}\`${most}.`;
}

/** On which other fields it depends whether the form shows it. */
function conditions(
	{ displayOptions = {} }: INodeProperties,
	siblings: INodeProperties[],
): string[] {
	const { show = {}, hide = {} } = displayOptions;
	const sentences = (fields: Record<string, unknown>, verb: string): string[] =>
		Object.entries(fields)
			.filter(([name]) => !SHOWS_ALL.includes(name))
			.map(([name, values]) => {
				const field = siblings.find((sibling) => sibling.name === name);
				if (field === undefined) throw new Error(`The form has no field ${name}`);
				const shown = (values as unknown[]).map((value) => valueText(field, value));
				return `Shown if *${field.displayName}* ${verb} ${shown.join(' or ')}.`;
			});
	return [...sentences(show, 'is'), ...sentences(hide, 'is not')];
}

const valueText = (field: INodeProperties, value: unknown): string =>
	typeof value === 'boolean' ? onOrOff(value) : `*${nameOf(field, value) ?? String(value)}*`;

function choices(field: INodeProperties): string {
	const { type, modes = [] } = field;
	if (type === 'resourceLocator') {
		const names = modes.map(({ displayName, name }) => `*${displayName}* (\`${name}\`)`);
		return `Modes: ${names.join(', ')}.`;
	}
	if (type !== 'options' && type !== 'multiOptions') return '';
	const names = optionsOf(field).map(({ name, value, description }) => {
		const explained = description === undefined ? '' : `: ${description.replace(/\.$/, '')}`;
		return `*${name}* (\`${String(value)}\`${explained})`;
	});
	return `${type === 'options' ? 'One' : 'Any'} of ${names.join(', ')}.`;
}
