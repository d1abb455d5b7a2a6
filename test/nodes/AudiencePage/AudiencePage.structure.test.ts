import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import {
	nested,
	operationProperty,
	operations,
	optionsOf,
	resourceProperty,
} from '../../support/description';

const OPTIONS = ['options', 'options.maxConcurrentRequests', 'options.maxRetries', 'options.timeout'];
const LIST_OPTIONS = [...OPTIONS.slice(0, -1), 'options.pageSize', 'options.timeout'];

/** The contract: what saved workflows store. */
const CONTRACT: Record<string, string[]> = {
	'accountLog.create': [
		'accountId',
		'domain',
		'source',
		'type',
		'payload',
		'additionalFields',
		'additionalFields.name',
		'options',
		'options.idempotencyKey',
		'options.idempotencyKeyMode',
		...OPTIONS.slice(1),
	],
	'accountLog.get': ['accountId', 'accountLogId', ...OPTIONS],
	'accountLog.getAll': [
		'accountId',
		'returnAll',
		'limit',
		'filters',
		'filters.includeDeleted',
		...LIST_OPTIONS,
	],
	'analytics.getAudiences': ['pageId', 'period', 'startDate', 'endDate', ...OPTIONS],
	'analytics.getSummary': ['pageId', 'period', 'startDate', 'endDate', ...OPTIONS],
	'audience.create': [
		'pageId',
		'additionalFields',
		'additionalFields.actionFormIdOverride',
		'additionalFields.actionFormInstructionsOverride',
		'additionalFields.actionUrlOverride',
		'additionalFields.customName',
		'additionalFields.publishBehavior',
		'additionalFields.supplementaryContext',
		...OPTIONS,
	],
	'page.getAll': ['limit', 'filters', 'filters.query', ...OPTIONS],
	'person.create': [
		'name',
		'additionalFields',
		'additionalFields.domain',
		'additionalFields.email',
		'additionalFields.linkedinProfileUrl',
		'additionalFields.phoneNumber',
		...OPTIONS,
	],
	'person.getAll': ['returnAll', 'limit', 'filters', 'filters.query', ...LIST_OPTIONS],
	'person.update': [
		'personId',
		'updateFields',
		'updateFields.domain',
		'updateFields.email',
		'updateFields.linkedinProfileUrl',
		'updateFields.name',
		'updateFields.phoneNumber',
		'fieldsToClear',
		...OPTIONS,
	],
};

const { description } = new AudiencePage();
const named = operations.map((one) => ({ ...one, name: `${one.resource}.${one.operation}` }));
const everyField = named.flatMap(({ name, fields }) =>
	fields.flatMap((field) => nested(field)).map(([path, field]) => ({ path: `${name}: ${path}`, field })),
);
const lists = everyField.filter(({ field }) => ['options', 'multiOptions'].includes(field.type));

const sorted = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));

describe('Names', () => {
	test('the node and its credential', () => {
		expect(description.name).toBe('audiencePage');
		expect(description.credentials).toEqual([{ name: 'audiencePageApi', required: true }]);
	});

	test('the operations are those of the contract', () => {
		expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(CONTRACT).sort());
	});

	test.each(named)('$name has the parameters of the contract', ({ name, fields }) => {
		const paths = fields.flatMap((field) => nested(field)).map(([path]) => path);
		expect(paths).toEqual(CONTRACT[name]);
	});

	test('the values of the lists are those of the contract', () => {
		const values = Object.fromEntries(
			lists.map(({ field }) => [field.name, optionsOf(field).map(({ value }) => value)]),
		);
		expect(values).toEqual({
			fieldsToClear: ['domain', 'email', 'linkedinProfileUrl', 'phoneNumber'],
			idempotencyKeyMode: ['content', 'custom', 'item', 'none'],
			period: [
				'allTime',
				'custom',
				'last30Days',
				'last7Days',
				'lastMonth',
				'lastWeek',
				'monthToDate',
				'today',
				'yesterday',
			],
			publishBehavior: ['draft', 'publish'],
		});
	});

	test('the values that apply where a user sets none are those of the contract', () => {
		const defaults = Object.fromEntries(
			everyField
				.filter(({ path }) => path.includes(': options.'))
				.map(({ field }) => [field.name, field.default]),
		);
		expect(defaults).toEqual({
			idempotencyKey: '',
			idempotencyKeyMode: 'item',
			maxConcurrentRequests: 64,
			maxRetries: 5,
			pageSize: 100,
			timeout: 60_000,
		});
	});

	test('a parameter has one default wherever it stands', () => {
		const defaults = new Map<string, unknown>();
		for (const { field } of everyField) {
			if (!defaults.has(field.name)) defaults.set(field.name, field.default);
			expect({ [field.name]: field.default }).toEqual({ [field.name]: defaults.get(field.name) });
		}
	});
});

describe('The form', () => {
	test('resources are in the order of the alphabet', () => {
		const names = optionsOf(resourceProperty).map(({ name }) => name);
		expect(names).toEqual(sorted(names));
	});

	test.each(optionsOf(resourceProperty))(
		'operations of $name are in the order of the alphabet',
		({ value }) => {
			const names = optionsOf(operationProperty(String(value))).map(({ name }) => name);
			expect(names).toEqual(sorted(names));
		},
	);

	test.each(everyField.filter(({ field }) => ['options', 'multiOptions', 'collection'].includes(field.type)))(
		'the list of $path is in the order of the alphabet',
		({ field }) => {
			const names = (field.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			expect(names).toEqual(sorted(names));
		},
	);

	test.each(named)('$name has an action and a description of its own', ({ option }) => {
		expect(option.action).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
		expect(option.description).toMatch(/^[A-Z].{20,}/);
		expect(option.description).not.toBe(option.action);
	});

	test.each(everyField.filter(({ field }) => field.type !== 'collection'))(
		'$path says what it is',
		({ field }) => {
			expect(field.description).toMatch(/^[A-Z].{10,}/);
		},
	);

	test('actions are told apart', () => {
		const actions = named.map(({ option }) => option.action);
		expect(new Set(actions).size).toBe(actions.length);
	});
});

describe('Requests', () => {
	/** A path as `path` writes it: literal segments, and whole segments that are one encoded parameter. */
	const SEGMENT = String.raw`\/(?:[a-z0-9_]+|\{\{encodeURIComponent\(\$parameter\["\w+"\]\)\}\})`;
	const PATH = new RegExp(`^=?(?:${SEGMENT})+$`);

	test.each(named)('every ID in the path of $name is encoded', ({ option }) => {
		expect(option.routing?.request?.url).toMatch(PATH);
	});

	test.each(named)('every ID in the path of $name is a required field', ({ option, fields }) => {
		const url = option.routing?.request?.url ?? '';
		const ids = [...url.matchAll(/\$parameter\["(\w+)"\]/g)].map(([, id]) => id);
		const required = fields.filter((field) => field.required).map(({ name }) => name);
		expect(required).toEqual(expect.arrayContaining(ids));
	});

	test('no other expression stands in the routing', () => {
		const routings = [resourceProperty, ...everyField.map(({ field }) => field)].map(
			({ routing }) => routing,
		);
		const requests = named.map(({ option }) => ({ ...option.routing, request: undefined }));
		expect(JSON.stringify([routings, requests])).not.toContain('"=');
	});

	test('redirects are not followed', () => {
		expect(description.requestDefaults).toMatchObject({ disableFollowRedirect: true });
	});
});
