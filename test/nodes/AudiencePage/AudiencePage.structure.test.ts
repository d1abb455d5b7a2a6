/**
 * What the forms of both nodes are held to: those of the operations, and those of the trigger's
 * events.
 */
import {
	Workflow,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import { RESOURCES } from '../../../nodes/AudiencePage/resources';
import {
	eventProperty,
	events,
	nested,
	offeredBy,
	operationProperty,
	operations,
	optionsOf,
	resourceProperty,
} from '../../support/description';
import { aNode } from '../../support/node';

interface Form {
	name: string;
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

const ofEvents: Form[] = events.map(({ event, option, fields }) => ({
	name: event,
	option,
	fields,
}));
const forms: Form[] = [...operations, ...ofEvents];

/** The fields of forms, and all that is nested in them. */
const placedIn = (among: Form[]) =>
	among.flatMap(({ name, fields }) =>
		fields
			.flatMap((field) => nested(field))
			.map(([path, field]) => ({ path: `${name}: ${path}`, field })),
	);
const everyField = placedIn(forms);

const node = new AudiencePage();
const trigger = new AudiencePageTrigger();

test('A list of choices is in the order of the alphabet, as n8n reviews it', () => {
	const ofResources = optionsOf(resourceProperty).map(({ value }) =>
		operationProperty(String(value)),
	);
	const inForms = everyField
		.map(({ field }) => field)
		.filter(({ type }) => ['options', 'multiOptions', 'collection'].includes(type));
	for (const field of [resourceProperty, eventProperty, ...ofResources, ...inForms]) {
		const offered = offeredBy(field);
		expect(offered).toEqual([...offered].sort((a, b) => a.localeCompare(b, 'en')));
	}
});

test.each(forms)(
	'$name says of each field what it is, ends with Options, and requires the IDs of its path',
	({ option, fields }) => {
		expect(option.description).toMatch(/^.+$/);
		const inForm = fields
			.flatMap((field) => nested(field))
			.filter(([, { type }]) => type !== 'collection');
		expect(inForm.filter(([, { description = '' }]) => !/\S/.test(description))).toEqual([]);

		const names = fields.map(({ name }) => name);
		expect(names.at(-1)).toBe('options');
		expect([-1, names.length - 2]).toContain(names.indexOf('simplify'));

		const url = option.routing?.request?.url ?? '';
		const ids = [...url.matchAll(/\$parameter\["(\w+)"\]/g)].map(([, id]) => id);
		const isExplained = ({ required, hint = '' }: INodeProperties) =>
			required || hint.startsWith('If empty, ');
		expect(fields.filter(isExplained).map(({ name }) => name)).toEqual(expect.arrayContaining(ids));
	},
);

test('the form of an operation has the fields that it declares, each once and in its order', () => {
	const declared = RESOURCES.flatMap(({ option: { value: resource }, operations: all }) =>
		all.map(({ option: { value: operation }, fields }) => ({
			...{ resource, operation },
			names: [...fields, { name: 'options' }].map(({ name }) => name),
		})),
	);
	const { properties } = node.description;
	for (const { resource, operation, names } of declared) {
		const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
			show.resource?.includes(resource) && show.operation?.includes(operation);
		const shown = properties.filter(isShown).map(({ name }) => name);
		expect([resource, operation, shown]).toEqual([resource, operation, names]);
	}
});

test('a parameter of the node has one default wherever it stands: n8n keeps its value from form to form', () => {
	const fields = placedIn(operations).filter(({ path }) => path.split('.').length <= 3);
	for (const { field } of fields) {
		const first = fields.find((placed) => placed.field.name === field.name)!;
		expect({ [field.name]: field.default }).toEqual({ [field.name]: first.field.default });
	}
});

test('the node has each picker that a field asks for, and no other; the trigger has the same', () => {
	const askedBy = (among: Form[]) =>
		placedIn(among).flatMap(({ field }) =>
			(field.modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
	const pickers = Object.keys(node.methods.listSearch);
	expect(new Set(askedBy(operations))).toEqual(new Set(pickers));
	expect(pickers).toEqual(expect.arrayContaining(askedBy(ofEvents)));
	expect(trigger.methods.listSearch).toEqual(node.methods.listSearch);
});

test('both nodes send with the credential, and follow no redirects', () => {
	const { credentials, icon, requestDefaults } = node.description;
	expect(node.description.name).toBe('audiencePage');
	expect(credentials).toEqual([
		expect.objectContaining({ name: 'audiencePageApi', required: true }),
	]);
	expect(requestDefaults).toMatchObject({ disableFollowRedirect: true });
	expect(trigger.description).toMatchObject({ credentials, icon, requestDefaults });
});

test('the trigger is polled, begins with the event, which is not computed, and has nothing that its executor ignores', () => {
	const { description } = trigger;
	expect(description).toMatchObject({
		group: ['trigger'],
		polling: true,
		inputs: [],
		outputs: ['main'],
	});
	expect(description.usableAsTool).toBeUndefined();
	expect(description.properties[0]).toMatchObject({ name: 'event', noDataExpression: true });
});

/** The subtitle of a node with these parameters, evaluated as n8n's editor does. */
function subtitleOf(nodeType: INodeType, parameters: INodeParameters): string {
	const shown = { ...aNode, type: nodeType.description.name, parameters };
	const getByName = () => nodeType;
	const nodeTypes = { getByName, getByNameAndVersion: getByName, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [shown], connections: {}, active: false, nodeTypes });
	const { subtitle } = nodeType.description;
	return String(workflow.expression.getSimpleParameterValue(shown, subtitle, 'internal', {}));
}

test('The subtitle on the canvas is the action in title case, the name of the event, or what else was chosen', () => {
	for (const { resource, operation, option } of operations) {
		const subtitle = subtitleOf(node, { resource, operation });
		expect(subtitle.toLowerCase()).toBe(option.action?.toLowerCase());
		expect(subtitle.replace(/\b(?:an?|and|of|or|the|to) /g, '')).not.toMatch(/(?<!\S)[a-z]/);
	}
	for (const { event, option } of events) expect(subtitleOf(trigger, { event })).toBe(option.name);
	expect(subtitleOf(node, { resource: 'person', operation: 'unknown' })).toBe('person.unknown');
});

test('What decides how the trigger works offers no expression', () => {
	const settings = new AudiencePageTrigger().description.properties
		.flatMap((field) => nested(field))
		.filter(([, { noDataExpression }]) => noDataExpression)
		.map(([path]) => path);
	expect(settings.sort()).toEqual([
		'changes',
		'event',
		'options.fullReadEvery',
		'options.maxPerPoll',
		'simplify',
		'startFrom',
	]);
});
