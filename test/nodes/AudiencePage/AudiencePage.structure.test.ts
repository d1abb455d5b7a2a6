import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { operationProperty, operations, optionsOf, resourceProperty } from '../../support/description';
import { expectInAlphabet, offeredBy, placedIn } from './formRules';

const { description, methods } = new AudiencePage();
const everyField = operations.flatMap(({ name, fields }) => placedIn(name, fields));

describe('Names', () => {
	test('the node and its credential', () => {
		expect(description.name).toBe('audiencePage');
		expect(description.credentials).toEqual([{ name: 'audiencePageApi', required: true }]);
	});

	test('a parameter has one default wherever it stands', () => {
		const defaults = new Map<string, unknown>();
		const isPart = ({ path }: { path: string }) => path.split('.').length > 3;
		for (const { field } of everyField.filter((one) => !isPart(one))) {
			if (!defaults.has(field.name)) defaults.set(field.name, field.default);
			expect({ [field.name]: field.default }).toEqual({ [field.name]: defaults.get(field.name) });
		}
	});
});

describe('The form', () => {
	test('resources are in the order of the alphabet', () => {
		expectInAlphabet(offeredBy(resourceProperty));
	});

	test.each(optionsOf(resourceProperty))(
		'operations of $name are in the order of the alphabet',
		({ value }) => {
			expectInAlphabet(offeredBy(operationProperty(String(value))));
		},
	);

	test.each(everyField.filter(({ field }) => ['options', 'multiOptions', 'collection'].includes(field.type)))(
		'the list of $path is in the order of the alphabet',
		({ field }) => {
			expectInAlphabet(offeredBy(field));
		},
	);

	test.each(operations)('$name has an action, and a description of one line', ({ option }) => {
		expect(option.action).toMatch(/^.+$/);
		expect(option.description).toMatch(/^.+$/);
	});

	test.each(everyField.filter(({ field }) => field.type !== 'collection'))(
		'$path has a description',
		({ field }) => {
			expect(field.description).toMatch(/\S/);
		},
	);

	test.each(operations)('$name: Options stand last, after Simplify', ({ fields }) => {
		const names = fields.map(({ name }) => name);
		expect(names.at(-1)).toBe('options');
		expect([-1, names.length - 2]).toContain(names.indexOf('simplify'));
	});

	test('the node has each picker that a field asks for, and no other', () => {
		const asked = everyField.flatMap(({ field }) =>
			(field.modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		expect(new Set(asked)).toEqual(new Set(Object.keys(methods.listSearch)));
	});

	test('actions are told apart', () => {
		const actions = operations.map(({ option }) => option.action);
		expect(new Set(actions).size).toBe(actions.length);
	});
});

describe('Requests', () => {
	test.each(operations)('every ID in the path of $name is a required field', ({ option, fields }) => {
		const url = option.routing?.request?.url ?? '';
		const ids = [...url.matchAll(/\$parameter\["(\w+)"\]/g)].map(([, id]) => id);
		const required = fields.filter((field) => field.required).map(({ name }) => name);
		expect(required).toEqual(expect.arrayContaining(ids));
	});

	test('no other expression stands in the routing', () => {
		const routings = [resourceProperty, ...everyField.map(({ field }) => field)].map(
			({ routing }) => routing,
		);
		const requests = operations.map(({ option }) => ({ ...option.routing, request: undefined }));
		expect(JSON.stringify([routings, requests])).not.toContain('"=');
	});

	test('redirects are not followed', () => {
		expect(description.requestDefaults).toMatchObject({ disableFollowRedirect: true });
	});
});
