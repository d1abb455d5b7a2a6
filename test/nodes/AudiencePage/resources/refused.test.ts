/** What the node refuses before anything is sent, and in which words. */
import type { INodeParameters } from 'n8n-workflow';

import { fieldError } from '../../../../nodes/AudiencePage/fields/fieldError';
import { operations as endpoints } from '../../../service/judge';
import { resolved, schemaAt, type Written } from '../../../service/schemaAt';
import { nested } from '../../../support/description';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import { byId } from '../../../support/locators';
import { aNode } from '../../../support/node';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

async function expectRefused(
	operation: string,
	changed: INodeParameters,
	message: string,
): Promise<void> {
	const parameters = { ...runnableNamed(operation).parameters, ...changed };
	const { error } = await runNode(sandbox(), parameters);
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Nothing was sent.');
	expect(error).toMatchObject({ context: { itemIndex: 0 } });
	expect(sandbox().requests).toEqual([]);
}

/** Every ID in the path of an operation. */
const ids = runnable.flatMap(({ name: operation, fields, option }) =>
	[...String(option.routing?.request?.url).matchAll(/\$parameter\["(\w+)"\]/g)].map(([, id]) => {
		const field = fields.find(({ name }) => name === id)!;
		const { method, url } = option.routing!.request!;
		return { title: `${operation}: ${id}`, operation, field, place: `${method} ${url} ${id}` };
	}),
);

test('The paths of the interface have as many IDs', () => {
	expect(new Set(ids.map(({ place }) => place)).size).toBe(
		endpoints.flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []).length,
	);
});

test.each(ids)('The ID of $title may not lead out of its place', async ({ operation, field }) => {
	for (const [value, rule] of [
		['={{ "" }}', 'must not be empty'],
		['a/../b', 'must be an ID, not a path'],
		['https://app.example/pages/p1', 'must be an ID, not a web address'],
		['={{ ["a"] }}', 'must be text'],
	] as const) {
		const id = field.type === 'resourceLocator' ? byId(value) : value;
		await expectRefused(operation, { [field.name]: id }, `${field.displayName} ${rule}`);
	}
});

const options = (options: INodeParameters): INodeParameters => ({ options });
const since = (startDate: string) => ({ period: 'custom', startDate, endDate: '2026-11-22' });
const otherEmail = { additionalFields: { email: 'other@acme.com' } };

/** What an operation runs with, but for the value of one field. */
function parametersWith(operation: string, path: string, value: string): INodeParameters {
	const [name = '', member] = path.split('.');
	const { parameters } = runnableNamed(operation);
	return { ...parameters, [name]: member === undefined ? value : { [member]: value } };
}

/** Every text in a body whose length or form openapi.yaml limits, with what breaks its limits. */
const limited = runnable.flatMap(({ name: operation, fields, testCase }) => {
	const paths = fields.flatMap((field) => nested(field)).map(([path]) => path);
	const bodies = testCase.calls.map((call) => schemaAt(call, ['body'])?.properties);
	return Object.entries(Object.assign({}, ...bodies) as object).flatMap(([property, schema]) => {
		const { maxLength, pattern } = resolved(schema as Written);
		const path = paths.find((each) => each.split('.').at(-1) === property) ?? '';
		const text = { title: `${operation} refuses ${property}`, operation, path };
		return [
			...(maxLength ? [{ ...text, limit: 'length', value: 'x'.repeat(maxLength + 1) }] : []),
			...(pattern ? [{ ...text, limit: 'form', value: '!' }] : []),
		];
	});
});

test.each(limited)('$title of a wrong $limit', async ({ operation, path, value }) => {
	const { error } = await runNode(sandbox(), parametersWith(operation, path, value));
	expect(error?.description).toContain('Nothing was sent.');
	expect(sandbox().requests).toEqual([]);
});

/** Every setting of an operation: what decides how a run works. */
const settings = runnable.flatMap(({ name, fields }) =>
	fields
		.flatMap((field) => nested(field))
		.filter(([, { noDataExpression }]) => noDataExpression)
		.map(([path, { displayName }]) => ({ operation: name, path, displayName })),
);

test('The settings are those that the design names', () => {
	const names = new Set(settings.map(({ path }) => path.split('.').at(-1)));
	expect([...names].sort()).toEqual([
		'columnNames',
		'compareWithPrevious',
		'dataToSend',
		'findBy',
		'ifNameExists',
		'ifNotFound',
		'includeNames',
		'invalidValues',
		'matchOn',
		'maxConcurrentRequests',
		'output',
		'outputFields',
		'overwrite',
		'pages',
		'previewOnly',
		'returnAll',
		'simplify',
		'splitBy',
	]);
});

test.each(settings)(
	'$operation refuses an expression that a file brings as $path',
	async ({ operation, path, displayName }) => {
		const parameters = parametersWith(operation, path, '={{ $json.setting }}');
		const { error } = await runNode(sandbox(), parameters, { items: [{ setting: 'x' }, {}] });
		expect(error?.message.startsWith(`${displayName} must `)).toBe(true);
		expect(sandbox().requests).toEqual([]);
	},
);

/** What no schema says, and one text of each kind that one says. */
test.each<[operation: string, parameters: INodeParameters, message: string]>([
	['person.getAll', options({ maxConcurrentRequests: 0 }), 'Requests must be a whole number of at'],
	[
		'person.getAll',
		options({ maxConcurrentRequests: 257 }),
		'must be a whole number of at most 256',
	],
	['person.getAll', { limit: '={{ "all" }}' }, 'Limit must be a whole number of at least 1'],
	['person.getAll', { returnAll: 'True' }, 'Return All must be true or false (got "True")'],
	['accountLog.create', options({ previewOnly: 'no' }), 'Preview Only must be true or false'],
	['personLog.getAll', { filters: { includeDeleted: 'yes' } }, 'Include Deleted must be true or'],
	['person.getAll', options({ outputFields: ['age'] }), 'Output Fields must contain only'],
	['analytics.getSummary', since('2026-11-23'), 'Start Date must be before End Date'],
	[
		'account.update',
		{ name: 'x'.repeat(256) },
		'Name must be 1 to 255 characters long, but has 256',
	],
	['account.update', { name: '={{ true }}' }, 'Name must be text: use one value (got true)'],
	['account.update', { name: 'A\ufffd' }, 'Name must not contain \ufffd: save the file as UTF-8'],
	['accountLog.create', { source: '!' }, 'Source must be in letters from a to z or digits'],
	[
		'accountLog.create',
		{ accountId: 'acme.com' },
		"Account ID must be account_ followed by 26 lower-case letters or digits. Put a company's domain in Domain",
	],
	[
		'accountLog.getAll',
		{ accountId: 'Acme' },
		'Creating an account log entry for a domain returns',
	],
	[
		'accountLog.create',
		{ payload: '={{ [1, 2] }}' },
		'Payload must be one JSON object, not a list of 2: use Split Out before this node',
	],
	['accountLog.create', { payload: '={{ $now }}' }, 'Payload must be a JSON object'],
	['accountLog.create', { payload: '{"a":1,}' }, 'Payload must be valid JSON: '],
	['accountLog.create', { payload: '={{ "" }}' }, 'Payload must not be empty: enter a JSON object'],
	[
		'accountLog.create',
		{ payload: '={{ ({ headers: {}, body: {}, webhookUrl: "x" }) }}' },
		'Payload must not be the whole call of a Webhook node, whose headers can hold secrets. Use {{ $json.body }}',
	],
	['person.get', { matchValue: 'eva.siepermann@acme' }, 'Match Value must be one email address'],
	['person.get', { matchValue: ' ' }, 'Match Value must not be empty'],
	['person.get', { matchValue: '={{ ["ada@acme.com"] }}' }, 'Match Value must be text'],
	[
		'person.get',
		options({ ifNotFound: 'none' }),
		'If Not Found must be error, emptyItem or noItem',
	],
	['person.update', { updateFields: {} }, 'a value, or Fields to Clear at least one field'],
	['person.upsert', { matchOn: 'slug' }, 'Match On must be email, linkedinProfileUrl, name'],
	['person.upsert', options({ findBy: 'guess' }), 'How to Find must be readAll or search'],
	['person.upsert', otherEmail, 'Match Value must be the same as the value of'],
	['person.create', { dataToSend: 'autoMap' }, 'Data to Send must be autoMapInputData or'],
])('%s with %j: %s', async (operation, parameters, message) => {
	await expectRefused(operation, parameters, message);
});

test.each<[unknown, string]>([
	['a\n', ' (got "a\\n")'],
	['x'.repeat(100), ` (got "${'x'.repeat(79)}…)`],
	[false, ' (got false)'],
	[null, ''],
	[{ token: 'x' }, ''],
])('The error of a field shows %o if it is short and no structure', (value, shown) => {
	const context = { getNode: () => aNode, getItemIndex: () => 3 };
	expect(fieldError(context, 'Source', 'must be', { value }).message).toBe(
		`Source must be${shown}`,
	);
});
