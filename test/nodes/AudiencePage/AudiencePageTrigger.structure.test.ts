import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import { operations as endpoints } from '../../service/judge';
import { eventProperty, events, operations } from '../../support/description';
import { endpointOf } from '../../support/endpoints';
import { notUnderstood } from './execution/metadata';
import { expectInAlphabet, offeredBy, placedIn } from './formRules';

const { description, methods } = new AudiencePageTrigger();
const ofNode = new AudiencePage();

const everyField = events.flatMap(({ event, fields }) => placedIn(event, fields));
const named = (...types: string[]) => everyField.filter(({ field }) => types.includes(field.type));
const urlOf = ({ option }: (typeof events)[number]) => option.routing?.request?.url ?? '';
const idsOf = (event: (typeof events)[number]) =>
	[...urlOf(event).matchAll(/\$parameter\["(\w+)"\]/g)].map(([, id]) => id);

describe('The node', () => {
	test('is a trigger that is polled', () => {
		expect(description).toMatchObject({ group: ['trigger'], polling: true, inputs: [], outputs: ['main'] });
		expect(description.usableAsTool).toBeUndefined();
	});

	test('has the credential, the icon and the way of sending of the other', () => {
		const { credentials, icon, requestDefaults } = ofNode.description;
		expect(description).toMatchObject({ credentials, icon, requestDefaults });
	});

	test('asks for nothing that its executor does not understand', () => {
		expect(notUnderstood(description)).toEqual([]);
	});

	test('its pickers are those of the other, and it has each that a field asks for', () => {
		const asked = named('resourceLocator').flatMap(({ field }) =>
			(field.modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		expect(new Set(asked)).toEqual(new Set(Object.keys(methods.listSearch)));
		expect(ofNode.methods.listSearch).toMatchObject(methods.listSearch);
	});
});

describe('The form', () => {
	test('begins with the event, which is chosen and not computed', () => {
		expect(description.properties[0]).toMatchObject({ name: 'event', noDataExpression: true });
	});

	test('events are in the order of the alphabet, and there are ten', () => {
		expectInAlphabet(offeredBy(eventProperty));
		expect(events).toHaveLength(10);
	});

	test.each(events)('$event has a description of one line, and of its own', ({ option }) => {
		expect(option.description).toMatch(/^.+$/);
		expect(events.filter((other) => other.option.description === option.description)).toHaveLength(1);
	});

	test('every field belongs to events, and to no other condition', () => {
		const values = events.map(({ event }) => event);
		for (const { displayOptions } of description.properties.slice(1)) {
			expect(Object.keys(displayOptions?.show ?? {})).toEqual(['event']);
			expect(displayOptions).not.toHaveProperty('hide');
			expect(values).toEqual(expect.arrayContaining(displayOptions?.show?.event ?? []));
		}
	});

	test.each(events)(
		'$event: what is watched, Start From, Filters, Simplify, and Options last',
		({ fields }) => {
			const names = fields.map(({ name }) => name);
			const usual = ['startFrom', 'filters', 'simplify', 'options'].filter((name) => names.includes(name));
			const watched = names.filter((name) => name.endsWith('Id'));
			expect(names).toEqual([...watched, ...usual]);
			expect(usual).toEqual(expect.arrayContaining(['startFrom', 'options']));
		},
	);

	test.each(named('options', 'collection'))(
		'the list of $path is in the order of the alphabet',
		({ field }) => {
			expectInAlphabet(offeredBy(field));
		},
	);

	test.each(everyField.filter(({ field }) => field.type !== 'collection'))(
		'$path has a description',
		({ field }) => {
			expect(field.description).toMatch(/\S/);
		},
	);
});

describe('The lists', () => {
	test.each(events)('$event reads a list of the interface, and only reads', ({ option }) => {
		const lists = endpoints.filter(({ parameters }) => parameters.some(({ name }) => name === 'limit'));
		expect(lists.map(({ method, path }) => `${method} ${path}`)).toContain(endpointOf(option));
	});

	test.each(events)('$event is told from a list that an operation reads too', (event) => {
		const urls = operations.map(({ option }) => option.routing?.request?.url);
		expect(urls).toContain(urlOf(event));
	});

	test.each(events)('every ID in the path of $event is encoded, and a required field', (event) => {
		const required = event.fields.filter((field) => field.required).map(({ name }) => name);
		expect(endpointOf(event.option)).toMatch(/^GET (\/([a-z0-9_]+|\{\w+\}))+$/);
		expect(required).toEqual(idsOf(event));
	});

	test('no other expression stands in the routing', () => {
		const routings = [eventProperty, ...everyField.map(({ field }) => field)].map(({ routing }) => routing);
		const requests = events.map(({ option }) => ({ ...option.routing, request: undefined }));
		expect(JSON.stringify([routings, requests])).not.toContain('"=');
	});
});
