/**
 * What the node refuses before anything is sent, and in which words; that it refuses all that is
 * wrong, see properties.
 */
import type { INodeParameters } from 'n8n-workflow';

import { fieldError } from '../../../../nodes/AudiencePage/fields/fieldError';
import { operations as endpoints } from '../../../service/judge';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import { byId } from '../../../support/locators';
import { aNode } from '../../../support/node';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

async function expectRefused(
	operation: string,
	given: INodeParameters,
	message: string,
): Promise<void> {
	const { error } = await runNode(sandbox(), { ...runnableNamed(operation).parameters, ...given });
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Nothing was sent for item 0 (counted from 0)');
	expect(error).toMatchObject({ context: { itemIndex: 0 } });
	expect(sandbox().requests).toEqual([]);
}

/** Every ID in the path of an operation. */
const ids = runnable.flatMap(({ name, fields, option }) =>
	[...String(option.routing?.request?.url).matchAll(/\$parameter\["(\w+)"\]/g)].map(([, id]) => {
		const field = fields.find((one) => one.name === id)!;
		const { method, url } = option.routing!.request!;
		return { title: `${name}: ${id}`, operation: name, field, place: `${method} ${url} ${id}` };
	}),
);

test('The paths of the interface have as many IDs', () => {
	expect(new Set(ids.map(({ place }) => place)).size).toBe(
		endpoints.flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []).length,
	);
});

/** What else an ID may be, properties say. */
test.each(ids)('The ID of $title may not lead out of its place', async ({ operation, field }) => {
	for (const [value, rule] of [
		['={{ "" }}', 'must not be empty, but its expression gave nothing'],
		['a/../b', 'must be an ID, not a path'],
		['https://app.example/pages/p1', 'must be an ID, not a web address'],
		['={{ "\\ud83d" }}', 'must not contain half an emoji'],
		['={{ ["a"] }}', 'must be text'],
	] as const) {
		const id = field.type === 'resourceLocator' ? byId(value) : value;
		await expectRefused(operation, { [field.name]: id }, `${field.displayName} ${rule}`);
	}
});

const options = (given: INodeParameters): INodeParameters => ({ options: given });
const since = (startDate: string) => ({ period: 'custom', startDate, endDate: '2026-11-22' });
const otherEmail = { additionalFields: { email: 'other@acme.com' } };

/** What no schema says, and one text of each kind that one says. */
test.each<[operation: string, parameters: INodeParameters, message: string]>([
	[
		'person.getAll',
		options({ maxConcurrentRequests: 0 }),
		'Requests must be a whole number of at least 1',
	],
	[
		'person.getAll',
		options({ maxConcurrentRequests: 257 }),
		'must be a whole number of at most 256',
	],
	[
		'person.getAll',
		options({ maxRetries: '={{ "all" }}' }),
		'Max Retries must be a whole number of',
	],
	[
		'person.getAll',
		options({ timeout: 2 ** 31 }),
		'Timeout must be a whole number of at most 2147483647',
	],
	[
		'person.getAll',
		{ limit: '={{ $json.none }}' },
		'Limit must not be empty, but its expression gave',
	],
	[
		'accountLog.create',
		options({ idempotencyKey: '={{ $json.id }}' }),
		'To leave it to the mode, clear',
	],
	['accountLog.create', options({ idempotencyKey: '=deal-{{ "\u200b" }}' }), 'gave nothing'],
	[
		'accountLog.create',
		options({ idempotencyKey: 'D-1|null|acme.com' }),
		'Key must not contain "null"',
	],
	[
		'accountLog.create',
		options({ idempotencyKey: 'None' }),
		'Idempotency Key must not contain "None"',
	],
	[
		'accountLog.create',
		options({ idempotencyKey: '={{ $json.id }}-{{ "closed-won" }}' }),
		'gave nothing',
	],
	[
		'accountLog.create',
		options({ idempotencyKey: '={{ DateTime.invalid("no") }}-7' }),
		'Invalid DateTime',
	],
	['accountLog.create', options({ idempotencyKey: '={{ $json.id }}{{ "won" }}' }), 'gave nothing'],
	['accountLog.create', options({ idempotencyKey: '={{ NaN }}-{{ "won" }}' }), 'gave nothing'],
	['accountLog.create', options({ idempotencyKey: '=deal-{{ [] }}' }), 'gave nothing'],
	[
		'accountLog.create',
		options({ previewOnly: '={{ $json.none }}' }),
		'Preview Only must be true or false',
	],
	['person.getAll', { returnAll: '={{ $json.none }}' }, 'Return All must be true or false'],
	[
		'person.getAll',
		{ returnAll: '={{ "True" }}' },
		'Return All must be true or false (got "True")',
	],
	[
		'person.getAll',
		options({ outputFields: '={{ $json.none }}' }),
		'Output Fields must not be empty, but',
	],
	['asset.getAll', { simplify: '={{ 0 }}' }, 'Simplify must be true or false (got 0)'],
	[
		'personLog.getAll',
		{ filters: { includeDeleted: 'yes' } },
		'Include Deleted must be true or false',
	],
	[
		'accountLog.create',
		options({ idempotencyKey: '=7-{{ ({}) }}' }),
		'Key must not contain "[object Obj',
	],
	['analytics.getSummary', since('={{ $json.from }}'), 'Start Date must not be empty, but its'],
	['analytics.getSummary', options({ includeNames: 'yes' }), 'Include Names must be true or false'],
	[
		'analytics.getSummary',
		options({ compareWithPrevious: 1 }),
		'With Previous must be true or false',
	],
	[
		'account.update',
		{ name: 'x'.repeat(256) },
		'Name must be 1 to 255 characters long, but has 256',
	],
	['accountLog.create', { type: 'deal canceled' }, '(got "deal cancelled")'],
	['accountLog.create', { source: 'Hub Spot' }, 'Source must be lower-case letters, digits'],
	[
		'accountLog.getAll',
		{ accountId: 'account_acme' },
		'Account ID must be account_ followed by 26',
	],
	[
		'accountLog.getAll',
		{ accountId: 'Acme' },
		"not a company's domain or name. Creating an account log",
	],
	['accountLog.create', { accountId: 'acme.com' }, 'domain or name. Put its domain in Domain'],
	[
		'topicEntry.update',
		{ updateFields: { content: { type: 'text' } } },
		'must have a value for Content',
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
	[
		'person.upsert',
		{ matchOn: '={{ "slug" }}' },
		'Match On must be email, linkedinProfileUrl, name',
	],
	['person.upsert', options({ findBy: '={{ "guess" }}' }), 'Find By must be readAll or search'],
	['person.upsert', options({ findBy: '={{ $json.none }}' }), 'Find By must be readAll or search'],
	[
		'person.create',
		{ dataToSend: 'autoMapInputData', inputsToIgnore: '={{ $json.no }}' },
		'gave nothing',
	],
	[
		'person.upsert',
		options({ overwrite: '={{ "never" }}' }),
		'Overwrite must be always or onlyEmpty',
	],
	[
		'person.upsert',
		options({ overwrite: '={{ $json.none }}' }),
		'Overwrite must be always or onlyEmpty',
	],
	['person.upsert', otherEmail, 'Match Value must be the same as the value of'],
	['person.upsert', { matchOn: 'phoneNumber', matchValue: '=+49{{ $json.none }}' }, 'gave nothing'],
	[
		'person.update',
		{ updateFields: { email: '=ada{{ $json.no }}@acme.com' } },
		'Email has an expression',
	],
	[
		'page.update',
		{ pageId: byId('=page_{{ $json.none }}') },
		'Page has an expression that gave nothing',
	],
	['accountLog.create', { payload: '{"note":"{{ $json.note }}"}' }, 'Switch it to Expression'],
	[
		'page.update',
		{ updateFields: { name: '=2026 {{ $json.no }}' } },
		'Name has an expression that gave',
	],
	[
		'account.update',
		{ name: '={{ "Acme" }} {{ $json.no }}' },
		'Name has an expression that gave nothing',
	],
	['person.create', { dataToSend: 'autoMap' }, 'Data to Send must be autoMapInputData or'],
])('%s with %j: %s', async (operation, parameters, message) => {
	await expectRefused(operation, parameters, message);
});

const NESTED = { group: [{ links: { link: [{ text: '={{ ({}) }}', url: '/' }] } }] };
const KNOWN =
	'unknown field "titel" (known: buttonTitle, url, purpose, actionType, actionId) at Action 2';

/** What is sent of structured fields, fields/structured.test.ts says. */
test.each<[updateFields: INodeParameters, message: string]>([
	[{ metadata: { robots: '={{ [{}] }}' } }, 'Metadata must be text at Robots 1'],
	...['yes', '={{ 0 }}', '={{ 1 }}', '={{ ({}) }}'].map((enabled): [INodeParameters, string] => [
		{ scripts: { script: [{ enabled }] } },
		'Scripts must be true or false at Script 1 > Enabled',
	]),
	[{ footerLinks: NESTED }, 'Footer Links must be text at Group 1 > Links 1 > Text'],
	[
		{ actions: { action: [{ url: 'x' }] }, actionsJson: '[]' },
		'Actions (JSON) must be empty if Actions is',
	],
	[{ actionsJson: '[{' }, 'Actions (JSON) must be valid JSON: '],
	[{ metadata: { title: 'F\ufffdr' } }, 'Metadata must not contain \ufffd'],
	[{ actionsJson: '{}' }, 'Actions (JSON) must be a JSON array'],
	[{ actionsJson: '[[]]' }, 'Actions (JSON) must be a JSON object at Action 1'],
	[{ actionsJson: '[{"url":5}]' }, 'Actions (JSON) must be text at Action 1 > URL (got 5)'],
	[{ actionsJson: '[{"__proto__":{}}]' }, 'Actions (JSON) has an unknown field "__proto__"'],
	[
		{ scriptsJson: '[{"enabled":"true"}]' },
		'must be true or false at Script 1 > Enabled (got "true")',
	],
	[{ metadataJson: '={{ "" + [] || "[]" }}' }, 'Metadata (JSON) must be a JSON object'],
	[
		{ metadataJson: '{"keywords":"a"}' },
		'Metadata (JSON) must be a JSON array at Keywords (got "a")',
	],
	[{ footerLinksJson: '[{"links":[null]}]' }, '(JSON) must be a JSON object at Group 1 > Links 1'],
	[{ actionsJson: '[{}, {"titel":"x"}]' }, KNOWN],
])('Structured fields %j', async (updateFields, message) => {
	await expectRefused('page.update', { updateFields }, message);
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
