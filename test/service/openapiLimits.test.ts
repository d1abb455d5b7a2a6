/** The document against section 8 of the service interface: every limit from both sides, and enumerations. */
import { judgeBody, judgeSchema, operationOf, schemaOf } from './judge';

const MAX_COUNT = 9007199254740991;
const ACCOUNT_ID = `account_${'a1'.repeat(13)}`;
const LOG = { source: 'crm', type: 'deal-won', payload: {} };
const text = (length: number): string => 'a'.repeat(length);

/** A body that fits, for each operation, around the field that is looked at. */
const BODIES: Record<string, object> = {
	createAccountLog: LOG,
	updateAccount: { name: 'Acme' },
	createPerson: { name: 'Ada Lovelace' },
	updatePerson: {},
	updatePage: {},
	createAudience: {},
	updateTopicEntry: {},
	restoreAudienceMessage: {},
};

interface Limit {
	operationId: string;
	field: string;
	inside: unknown[];
	outside: unknown[];
}

const nameLimit = (operationId: string): Limit => ({
	operationId,
	field: 'name',
	inside: [text(1), text(255)],
	outside: ['', text(256), null],
});
const KEBAB = {
	inside: [text(1), text(100), 'a-b', '9', 'deal-2-won'],
	outside: ['', text(101), 'Deal', 'deal_won', '-deal', 'deal-', 'deal--won', 'deal won', null],
};
const PHONE = {
	inside: ['+12', `+1${'2'.repeat(14)}`],
	outside: ['+1', `+1${'2'.repeat(15)}`, '+02', '12', '+1 2', ''],
};
const NOT_EMPTY = { inside: [text(1), text(5000)], outside: [''] };

const LIMITS: Limit[] = [
	{ operationId: 'createAccountLog', field: 'source', ...KEBAB },
	{ operationId: 'createAccountLog', field: 'type', ...KEBAB },
	{
		operationId: 'createAccountLog',
		field: 'payload',
		inside: [{}, { any: [{ thing: null }] }],
		outside: [[], 'text', null],
	},
	{
		operationId: 'createAccountLog',
		field: 'accountId',
		inside: [ACCOUNT_ID],
		outside: [
			'',
			ACCOUNT_ID.slice(0, -1),
			`${ACCOUNT_ID}a`,
			ACCOUNT_ID.toUpperCase(),
			`x${ACCOUNT_ID}`,
			null,
		],
	},
	{ operationId: 'createAccountLog', field: 'domain', ...NOT_EMPTY },
	nameLimit('createAccountLog'),
	{
		operationId: 'createAccountLog',
		field: 'idempotencyKey',
		inside: [text(1), text(255)],
		outside: ['', text(256), null],
	},
	nameLimit('updateAccount'),
	nameLimit('createPerson'),
	nameLimit('updatePerson'),
	{ operationId: 'createPerson', field: 'email', inside: ['', 'not an address'], outside: [null, 1] },
	{ operationId: 'createPerson', field: 'domain', inside: NOT_EMPTY.inside, outside: ['', null] },
	{
		operationId: 'createPerson',
		field: 'phoneNumber',
		inside: PHONE.inside,
		outside: [...PHONE.outside, null],
	},
	{ operationId: 'createPerson', field: 'linkedinProfileUrl', inside: NOT_EMPTY.inside, outside: ['', null] },
	{ operationId: 'updatePerson', field: 'email', inside: ['', null], outside: [1] },
	{ operationId: 'updatePerson', field: 'domain', inside: [text(1), null], outside: [''] },
	{
		operationId: 'updatePerson',
		field: 'phoneNumber',
		inside: [...PHONE.inside, null],
		outside: PHONE.outside,
	},
	{ operationId: 'updatePerson', field: 'linkedinProfileUrl', inside: [text(1), null], outside: [''] },
	{
		operationId: 'updatePage',
		field: 'pageType',
		inside: ['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'],
		outside: ['', 'Inbound', 'landing', null],
	},
	{
		operationId: 'createAudience',
		field: 'publishBehavior',
		inside: ['draft', 'publish'],
		outside: ['', 'published', null],
	},
	{
		operationId: 'updateTopicEntry',
		field: 'sortOrder',
		inside: [0, MAX_COUNT],
		outside: [-1, MAX_COUNT + 1, 1.5, '1', null],
	},
];

describe('limits of request fields', () => {
	it.each(LIMITS)('$operationId: $field', ({ operationId, field, inside, outside }) => {
		const judge = judgeBody(operationId);
		const refused = (value: unknown): boolean =>
			judge({ ...BODIES[operationId], [field]: value }).some((problem) => problem.startsWith(`/${field} `));
		expect(inside.filter(refused)).toEqual([]);
		expect(outside.filter((value) => !refused(value))).toEqual([]);
	});

	it('type is required, and webhook by default', () => {
		expect(judgeBody('createAccountLog')({ source: 'crm', payload: {} })).toEqual([
			expect.stringContaining('"type"'),
		]);
		expect(schemaOf('AccountLogCreate').properties!.type).toMatchObject({ default: 'webhook' });
	});
});

describe('limits of answers', () => {
	it.each([
		['AccountLog', 'source', KEBAB.inside, KEBAB.outside],
		['AccountLog', 'accountId', [ACCOUNT_ID], ['', 'account_1', null]],
		['AccountLog', 'accountLogId', [text(1)], ['', null]],
		['AccountLog', 'idempotencyKey', [text(1), text(255), null], ['', text(256)]],
		[
			'AccountLog',
			'createdAt',
			['+12', `+1${'2'.repeat(14)}`],
			['+1', `+1${'2'.repeat(15)}`, '2026-01-05', null],
		],
		['AccountLog', 'updatedAt', ['+12', null], ['+1', '']],
		['AccountLog', 'deletedAt', ['+12', null], ['+1', '']],
		['AccountLogCreated', 'accountLogId', [text(1)], ['', null]],
		['PersonLog', 'personId', [text(1)], ['']],
		['PersonLog', 'personLogId', [text(1)], ['', null]],
		['Account', 'domain', [text(1)], ['', null]],
		['Account', 'name', [text(1), text(255), null], ['', text(256)]],
		['Account', 'latestActivityAt', ['+12', null], ['now']],
		['Person', 'personId', [text(1)], ['', null]],
		['Person', 'name', ['', text(256)], [null]],
		['Person', 'email', ['', null], [1]],
		['Person', 'domain', [text(1), null], ['']],
		['Person', 'phoneNumber', [...PHONE.inside, null], PHONE.outside],
		['Person', 'linkedinProfileUrl', [text(1), null], ['']],
		['Page', 'audiencesCount', [0, MAX_COUNT], [-1, MAX_COUNT + 1, 0.5, null]],
		['Page', 'archivedAt', ['+12'], [null]],
		['PageSearchItem', 'audiencesCount', [0, MAX_COUNT], [-1, MAX_COUNT + 1]],
		['CountedPaging', 'totalCount', [0, MAX_COUNT], [-1, MAX_COUNT + 1, 0.5, null]],
		['PageSummary', 'avgScrollDepthPercentage', [0, 55.5, null], ['55']],
		['PageSummary', 'avgTimeSpentSeconds', [0, 55.5, null], ['55']],
		['PageSummary', 'bounceRate', [0, 0.5], [null]],
		['ToolCall', 'result', [null, 1, 'text', { any: [] }], []],
		['TopicEntry', 'sortOrder', [0, 1.5, -1], [null]],
	])('%s: %s', (schema, field, inside, outside) => {
		const judge = judgeSchema(schema);
		const refused = (value: unknown): boolean =>
			judge({ [field]: value }).some((problem) => problem.startsWith(`/${field} `));
		expect(inside.filter(refused)).toEqual([]);
		expect(outside.filter((value) => !refused(value))).toEqual([]);
	});
});

describe('limits that others imply', () => {
	it.each(['AccountId', 'KebabCase'])('%s has a minimum length beside its pattern', (name) => {
		expect(schemaOf(name)).toMatchObject({ minLength: 1 });
	});

	it.each([
		['listAccountLogs', 'account_id', { $ref: '#/components/schemas/AccountId' }],
		['getAccountLog', 'account_log_id', { type: 'string', minLength: 1 }],
		['listPersonLogs', 'person_id', { type: 'string', minLength: 1 }],
	])('%s has them in its path: %s', (operationId, name, schema) => {
		const parameter = operationOf(operationId).parameters.find((candidate) => candidate.name === name);
		expect(parameter).toMatchObject({ in: 'path', schema });
	});
});

describe('enumerations', () => {
	const STATUSES = ['archived', 'cancelled', 'draft', 'pending', 'processing', 'published', 'queued'];

	it('of a page type are the five of the interface', () => {
		const types = ['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'];
		expect(schemaOf('PageType')).toEqual({ type: 'string', enum: types });
	});

	it('of an audience status and a page status are closed', () => {
		const audience = judgeSchema('Audience');
		expect(STATUSES.flatMap((status) => audience({ status }))).toEqual([]);
		expect(audience({ status: 'live' })).toHaveLength(1);
		const page = judgeSchema('Page');
		expect(['archived', 'draft', 'published'].flatMap((status) => page({ status }))).toEqual([]);
		expect(page({ status: 'queued' })).toHaveLength(1);
	});

	it.each([
		['Metadata', { robots: ['x'], ogType: 'x', twitterCard: 'x' }],
		['Script', { injectionPoint: 'x' }],
		['Message', { role: 'x' }],
		['ToolCall', { status: 'x' }],
		['Change', { field: 'x', status: 'x' }],
		['Asset', { lifecycleState: 'x' }],
		['AudienceVersion', { status: 'x' }],
		['ActionInput', { actionType: 'x' }],
		['PageLinkTarget', { targetType: 'x' }],
		['TopicEntryContent', { type: 'x' }],
	])('of %s are open: %j', (schema, record) => {
		expect(judgeSchema(schema)(record)).toEqual([]);
	});
});
