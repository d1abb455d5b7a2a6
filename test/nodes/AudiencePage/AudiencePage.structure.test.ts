/** What the forms of both nodes are held to: those of the operations, and those of the trigger's events. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
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
import { events as declaredEvents } from '../../../nodes/AudiencePage/trigger/events';

interface Form {
	name: string;
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

const ofEvents: Form[] = events.map(({ event, option, fields }) => ({ name: event, option, fields }));
const forms: Form[] = [...operations, ...ofEvents];

/** The fields of forms, and all that is nested in them. */
const placedIn = (among: Form[]) =>
	among.flatMap(({ name, fields }) =>
		fields.flatMap((field) => nested(field)).map(([path, field]) => ({ path: `${name}: ${path}`, field })),
	);
const everyField = placedIn(forms);

const node = new AudiencePage();
const trigger = new AudiencePageTrigger();

test('A list of choices is in the order of the alphabet, as n8n reviews it', () => {
	const ofResources = optionsOf(resourceProperty).map(({ value }) => operationProperty(String(value)));
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
		const inForm = fields.flatMap((field) => nested(field)).filter(([, { type }]) => type !== 'collection');
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

test('no other expression stands in the routing', () => {
	const fields = [resourceProperty, eventProperty, ...everyField.map(({ field }) => field)];
	const requests = forms.map(({ option }) => ({ ...option.routing, request: undefined }));
	expect(JSON.stringify([fields.map(({ routing }) => routing), requests])).not.toContain('"=');
});

test('a parameter of the node has one default wherever it stands: n8n keeps its value from form to form', () => {
	const defaults = new Map<string, unknown>();
	const isPart = ({ path }: { path: string }) => path.split('.').length > 3;
	for (const { field } of placedIn(operations).filter((one) => !isPart(one))) {
		if (!defaults.has(field.name)) defaults.set(field.name, field.default);
		expect({ [field.name]: field.default }).toEqual({ [field.name]: defaults.get(field.name) });
	}
});

test('actions and events are told apart', () => {
	const actions = operations.map(({ option }) => option.action);
	expect(new Set(actions).size).toBe(actions.length);
	expect(actions).not.toContain(undefined);
	expect(new Set(events.map(({ option }) => option.description)).size).toBe(events.length);
});

test('the node has each picker that a field asks for, and no other; the trigger has the same', () => {
	const askedBy = (its: Form[]) =>
		placedIn(its).flatMap(({ field }) =>
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
	expect(credentials).toEqual([expect.objectContaining({ name: 'audiencePageApi', required: true })]);
	expect(requestDefaults).toMatchObject({ disableFollowRedirect: true });
	expect(trigger.description).toMatchObject({ credentials, icon, requestDefaults });
});

describe('The trigger', () => {
	const { description } = trigger;

	test('is polled, begins with the event, which is not computed, and has nothing that its executor ignores', () => {
		expect(description).toMatchObject({ group: ['trigger'], polling: true, inputs: [], outputs: ['main'] });
		expect(description.usableAsTool).toBeUndefined();
		expect(description.properties[0]).toMatchObject({ name: 'event', noDataExpression: true });
	});

	const textsOf = (field: INodeProperties) =>
		JSON.stringify({ ...field, options: undefined, displayOptions: undefined });

	test('has fields with the same texts only if they are sent in the same way', () => {
		const declared = declaredEvents.flatMap(({ listOf = [], changes = [], filters = [] }) => [
			...listOf,
			...changes,
			...filters,
		]);
		for (const field of declared) {
			const first = declared.find((other) => textsOf(other) === textsOf(field));
			expect(field.routing).toBe(first?.routing);
		}
	});

	test('has each field once, shown for all events that have it with these texts', () => {
		const texts = description.properties.map(textsOf);
		expect(texts).toEqual([...new Set(texts)]);
	});
});
