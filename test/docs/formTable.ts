/** The fields of a form as a table, with everything the form says about them. */
import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';
import { optionsOf } from '../support/description';
import { markdownTable } from '../support/table';

/**
 * By which a form shows all of an operation's or an event's fields: it says nothing of a single
 * one.
 */
const OF_ALL = ['resource', 'operation', 'event', '/event'];

/**
 * These fields but `leftOut`, in the order of the form, nested ones with the names of what they are
 * nested in; '' for none.
 */
export function formTable(fields: INodeProperties[], leftOut: string[] = []): string {
	const rowsOf = (
		field: INodeProperties,
		within: string[],
		siblings: INodeProperties[],
	): string[][] => {
		const { name, displayName, required, options = [] } = field;
		if (leftOut.includes(name)) return [];
		const path = [...within, displayName];
		const title = `${path.join(' › ')} (\`${name}\`)`;
		const own = [
			title,
			required ? 'yes' : '',
			defaultOf(field, within[0]),
			whatItIs(field, siblings),
		];
		const nested = options.flatMap((option) => {
			if ('values' in option) {
				const { values } = option;
				return values.flatMap((value) => rowsOf(value, [...path, option.displayName], values));
			}
			return 'type' in option ? rowsOf(option, path, options as INodeProperties[]) : [];
		});
		// Such as Filters: it holds others, and says nothing of them.
		return field.type === 'collection' && within.length === 0 ? nested : [own, ...nested];
	};
	const rows = fields.flatMap((field) => rowsOf(field, [], fields));
	const header = ['Field', 'Required', 'Default', 'Description'];
	return rows.length > 0 ? markdownTable([header, ...rows]) : '';
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
const nameOf = (field: INodeProperties, value: unknown): string | undefined =>
	optionsOf(field).find((option) => option.value === value)?.name;

function defaultOf(field: INodeProperties, group?: string): string {
	const { name, default: usual, type } = field;
	// Until they are added, fields to send and these two options do nothing: their defaults hold from
	// then on.
	const added =
		group && (group !== 'Options' || /^(findBy|previewOnly)$/.test(name)) ? ' when added' : '';
	if (type === 'options') return `${nameOf(field, usual) ?? ''}${added}`;
	if (typeof usual === 'boolean') return `${onOrOff(usual)}${usual ? added : ''}`;
	if (typeof usual === 'number') return `\`${usual}\`${added}`;
	return typeof usual === 'string' && usual !== '' ? `\`${usual.replace(/^=/, '')}\`` : '';
}

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

function whatItIs(field: INodeProperties, siblings: INodeProperties[]): string {
	const { description = '', hint = '', placeholder = '', typeOptions = {} } = field;
	const { minValue, maxValue } = typeOptions;
	const most = maxValue === undefined ? '' : `, at most \`${maxValue}\``;
	const [, example] = /^e\.g\. (.+)$/.exec(placeholder) ?? [];
	const parts = [
		...conditions(field, siblings),
		sentence(description),
		sentence(hint.replace(/Example: (.+)$/, 'Example: `$1`.')),
		minValue === undefined ? '' : `At least \`${minValue}\`${most}.`,
		example === undefined ? '' : `For example \`${example}\`.`,
		choices(field),
	];
	return parts.filter((part) => part !== '').join(' ');
}

/** On which other fields it depends whether the form shows it. */
function conditions(
	{ displayOptions = {} }: INodeProperties,
	siblings: INodeProperties[],
): string[] {
	const told = (shown: object, verb: string) =>
		Object.entries(shown)
			.filter(([name]) => !OF_ALL.includes(name))
			.map(([name, values]) => {
				const other = siblings.find((field) => field.name === name);
				if (other === undefined) throw new Error(`The form has no field ${name}`);
				const alternatives = (values as NodeParameterValue[]).map((value) =>
					typeof value === 'boolean'
						? onOrOff(value)
						: `*${nameOf(other, value) ?? String(value)}*`,
				);
				return `Shown if *${other.displayName}* is ${verb}${alternatives.join(' or ')}.`;
			});
	return [...told(displayOptions.show ?? {}, ''), ...told(displayOptions.hide ?? {}, 'not ')];
}

function choices(field: INodeProperties): string {
	const { type, modes = [] } = field;
	if (type === 'resourceLocator')
		return `Modes: ${modes.map(({ displayName, name }) => `*${displayName}* (\`${name}\`)`).join(', ')}.`;
	if (type !== 'options' && type !== 'multiOptions') return '';
	const listed = optionsOf(field).map(({ name, value, description }) => {
		const told = description === undefined ? '' : `: ${description.replace(/\.$/, '')}`;
		return `*${name}* (\`${String(value)}\`${told})`;
	});
	return `${type === 'options' ? 'One' : 'Any'} of ${listed.join(', ')}.`;
}
