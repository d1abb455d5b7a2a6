/** The fields of a form as a table, with everything the form says about them. */
import type { INodeProperties, INodePropertyOptions, NodeParameterValue } from 'n8n-workflow';
import { optionsOf } from '../support/description';
import { markdownTable } from '../support/table';

const HEADER = ['Field', 'Required', 'Default', 'Description'];

/** By which a form shows all of an operation's or an event's fields: it says nothing of a single one. */
const OF_ALL = ['resource', 'operation', 'event', '/event'];

/**
 * These fields in the order of the form, each nested one with the names of what it is nested in.
 *
 * @param leftOut names of fields that are told of elsewhere
 */
export function formTable(fields: INodeProperties[], leftOut: string[] = []): string {
	const rows = fields.flatMap((field) => rowsOf(field, [], fields, leftOut));
	return markdownTable([HEADER, ...rows]);
}

function rowsOf(
	field: INodeProperties,
	within: string[],
	siblings: INodeProperties[],
	leftOut: string[],
): string[][] {
	if (leftOut.includes(field.name)) return [];
	const path = [...within, field.displayName];
	const own = [
		`${path.join(' › ')} (\`${field.name}\`)`,
		field.required ? 'yes' : '',
		defaultOf(field),
		whatItIs(field, siblings),
	];
	// Such as Filters: it holds others, and says nothing of them.
	const isGroup = field.type === 'collection' && within.length === 0;
	return [...(isGroup ? [] : [own]), ...nestedRows(field, path, leftOut)];
}

function nestedRows({ options = [] }: INodeProperties, path: string[], leftOut: string[]): string[][] {
	return options.flatMap((option) => {
		if ('values' in option) {
			const { displayName, values } = option;
			return values.flatMap((value) => rowsOf(value, [...path, displayName], values, leftOut));
		}
		return 'type' in option ? rowsOf(option, path, options as INodeProperties[], leftOut) : [];
	});
}

function defaultOf(field: INodeProperties): string {
	const { default: usual, type } = field;
	if (type === 'options') return optionsOf(field).find(({ value }) => value === usual)?.name ?? '';
	if (typeof usual === 'boolean') return onOrOff(usual);
	if (typeof usual === 'number') return `\`${usual}\``;
	return typeof usual === 'string' && usual !== '' ? `\`${usual.replace(/^=/, '')}\`` : '';
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

function whatItIs(field: INodeProperties, siblings: INodeProperties[]): string {
	const { description = '', hint = '', placeholder = '', typeOptions = {} } = field;
	const { minValue, maxValue } = typeOptions;
	const most = maxValue === undefined ? '' : `, at most \`${maxValue}\``;
	const [, example] = /^e\.g\. (.+)$/.exec(placeholder) ?? [];
	return [
		condition(field, siblings),
		sentence(description),
		sentence(hint.replace(/Example: (.+)$/, 'Example: `$1`.')),
		minValue === undefined ? '' : `At least \`${minValue}\`${most}.`,
		example === undefined ? '' : `For example \`${example}\`.`,
		choices(field),
	]
		.filter((part) => part !== '')
		.join(' ');
}

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

/** On which other fields it depends whether the form shows it. */
function condition({ displayOptions = {} }: INodeProperties, siblings: INodeProperties[]): string {
	const told = (conditions: object, verb: string) =>
		Object.entries(conditions)
			.filter(([name]) => !OF_ALL.includes(name))
			.map(([name, values]) => {
				const other = siblings.find((field) => field.name === name);
				if (other === undefined) throw new Error(`The form has no field ${name}`);
				const shown = (values as NodeParameterValue[]).map((value) => valueOf(other, value)).join(' or ');
				return `Shown if *${other.displayName}* is ${verb}${shown}.`;
			});
	return [...told(displayOptions.show ?? {}, ''), ...told(displayOptions.hide ?? {}, 'not ')].join(' ');
}

const valueOf = (field: INodeProperties, value: NodeParameterValue): string =>
	typeof value === 'boolean'
		? onOrOff(value)
		: `*${optionsOf(field).find((option) => option.value === value)?.name ?? String(value)}*`;

function choices({ type, options = [], modes = [] }: INodeProperties): string {
	if (type === 'resourceLocator') {
		return `Modes: ${modes.map(({ displayName, name }) => `*${displayName}* (\`${name}\`)`).join(', ')}.`;
	}
	if (type !== 'options' && type !== 'multiOptions') return '';
	const listed = (options as INodePropertyOptions[]).map(({ name, value, description }) => {
		const told = description === undefined ? '' : `: ${description.replace(/\.$/, '')}`;
		return `*${name}* (\`${String(value)}\`${told})`;
	});
	return `${type === 'options' ? 'One' : 'Any'} of ${listed.join(', ')}.`;
}
