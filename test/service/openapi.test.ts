/** The document against section 4 of the service interface: its 20 endpoints, their queries and bodies. */
import Ajv2020 from 'ajv/dist/2020';
import { loadDocument } from './document';
import { judgeBody, judgeQuery, operationOf, operations, schemaOf } from './judge';

interface Endpoint {
	operationId: string;
	method: string;
	path: string;
	query?: string[];
	/** The request's fields; those that are required have a star. */
	body?: string[];
}

const PAGING = ['cursor', 'limit'];
const PERSON_FIELDS = ['email', 'domain', 'phoneNumber', 'linkedinProfileUrl'];
const DATES = ['startDate', 'endDate'];

const ENDPOINTS: Endpoint[] = [
	{
		operationId: 'createAccountLog',
		method: 'POST',
		path: '/v0/account_logs',
		body: ['source*', 'type*', 'payload*', 'accountId', 'domain', 'name', 'idempotencyKey'],
	},
	{ operationId: 'updateAccount', method: 'PATCH', path: '/v0/accounts/{account_id}', body: ['name*'] },
	{
		operationId: 'listAccountLogs',
		method: 'GET',
		path: '/v0/accounts/{account_id}/logs',
		query: [...PAGING, 'includeDeleted'],
	},
	{
		operationId: 'getAccountLog',
		method: 'GET',
		path: '/v0/accounts/{account_id}/logs/{account_log_id}',
	},
	{
		operationId: 'listPersonLogs',
		method: 'GET',
		path: '/v0/persons/{person_id}/logs',
		query: [...PAGING, 'includeDeleted'],
	},
	{
		operationId: 'createPerson',
		method: 'POST',
		path: '/v0/persons',
		body: ['name*', ...PERSON_FIELDS],
	},
	{
		operationId: 'updatePerson',
		method: 'PATCH',
		path: '/v0/persons/{person_id}',
		body: ['name', ...PERSON_FIELDS],
	},
	{ operationId: 'searchPersons', method: 'GET', path: '/v0/persons/search', query: [...PAGING, 'query'] },
	{
		operationId: 'updatePage',
		method: 'PATCH',
		path: '/v0/pages/{page_id}',
		body: [
			'actions',
			'actionCardWidgets',
			'brandId',
			'footerLinks',
			'headerActionId',
			'metadata',
			'name',
			'pageContext',
			'pageType',
			'scripts',
		],
	},
	{ operationId: 'searchPages', method: 'GET', path: '/v0/pages/search', query: ['limit', 'query'] },
	{
		operationId: 'createAudience',
		method: 'POST',
		path: '/v0/pages/{page_id}/audiences',
		body: [
			'publishBehavior',
			'actionFormIdOverride',
			'actionFormInstructionsOverride',
			'actionUrlOverride',
			'customName',
			'metadataOverride',
			'supplementaryContext',
		],
	},
	{ operationId: 'listAudiences', method: 'GET', path: '/v0/pages/{page_id}/audiences', query: PAGING },
	{
		operationId: 'listAudienceMessages',
		method: 'GET',
		path: '/v0/pages/{page_id}/audiences/{audience_id}/messages',
	},
	{
		operationId: 'restoreAudienceMessage',
		method: 'POST',
		path: '/v0/pages/{page_id}/audiences/{audience_id}/messages/{message_id}/restore',
		body: [],
	},
	{
		operationId: 'listAudienceAnalytics',
		method: 'GET',
		path: '/v0/pages/{page_id}/analytics/audiences',
		query: DATES,
	},
	{
		operationId: 'getPageAnalyticsSummary',
		method: 'GET',
		path: '/v0/pages/{page_id}/analytics/summary',
		query: DATES,
	},
	{
		operationId: 'listTrashedAssets',
		method: 'GET',
		path: '/v0/assets/trash',
		query: [...PAGING, 'assetType', 'query'],
	},
	{
		operationId: 'listPageLinks',
		method: 'GET',
		path: '/v0/page_links',
		query: [...PAGING, 'pageId', 'path', 'tenantDomainId'],
	},
	{ operationId: 'listTopicEntries', method: 'GET', path: '/v0/topics/{topic_id}/entries', query: PAGING },
	{
		operationId: 'updateTopicEntry',
		method: 'PATCH',
		path: '/v0/topics/{topic_id}/entries/{topic_entry_id}',
		body: ['content', 'sortOrder'],
	},
];

const bodySchemaName = (operationId: string): string => {
	const schema = operationOf(operationId).requestBody?.content['application/json']?.schema;
	return (schema as { $ref: string }).$ref.split('/').at(-1)!;
};

describe('the OpenAPI document', () => {
	it('has the 20 endpoints of the interface and no other', () => {
		const named = ({ operationId, method, path }: Endpoint) => `${operationId}: ${method} ${path}`;
		expect(operations.map(named).sort()).toEqual(ENDPOINTS.map(named).sort());
		expect(operations).toHaveLength(20);
	});

	it('has schemas that JSON Schema 2020-12 allows', () => {
		const { components } = loadDocument();
		const ajv = new Ajv2020({ strict: false });
		const ofParameters = operations.flatMap(({ parameters }) => parameters.map(({ schema }) => schema!));
		const schemas = [...Object.values(components!.schemas!), ...ofParameters];
		expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([]);
	});

	it('asks for the key on every endpoint', () => {
		const { security, components, paths } = loadDocument();
		expect(security).toEqual([{ apiKey: [] }]);
		expect(components!.securitySchemes).toEqual({
			apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
		});
		expect(JSON.stringify(paths)).not.toContain('"security"');
	});

	describe.each(ENDPOINTS)('$operationId', ({ operationId, method, path, query = [], body }) => {
		const operation = operationOf(operationId);

		it('has the parameters of its path, all required', () => {
			const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
			const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			expect(inPath.map(({ name }) => name)).toEqual(names);
			expect(inPath.every(({ required }) => required)).toBe(true);
		});

		it('takes the query of the interface, all of it optional, and refuses any other', () => {
			const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
			expect(inQuery.map(({ name }) => name).sort()).toEqual([...query].sort());
			expect(inQuery.filter(({ required }) => required)).toEqual([]);
			const judge = judgeQuery(operationId);
			expect(judge({})).toEqual([]);
			expect(judge({ unknown: 'x' })).toEqual([expect.stringContaining('"unknown"')]);
		});

		it('takes the body of the interface, and refuses any other field', () => {
			expect(operation.requestBody === undefined).toBe(method === 'GET');
			if (body === undefined) return;
			expect(operation.requestBody).toMatchObject({ required: true });
			const { properties = {}, required = [] } = schemaOf(bodySchemaName(operationId));
			const fields = Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
			expect(fields.sort()).toEqual([...body].sort());
			expect(judgeBody(operationId)({ unknown: 'x' })).toContainEqual(expect.stringContaining('"unknown"'));
		});

		it('shows no status code: every success is 2XX', () => {
			expect(Object.keys(operation.responses)).toEqual(['2XX']);
		});
	});
});

describe('queries', () => {
	it.each([
		['searchPersons', { limit: '10' }, { limit: 'ten' }],
		['listAccountLogs', { includeDeleted: 'true' }, { includeDeleted: ['true', 'true'] }],
		['listAudienceAnalytics', { startDate: '2026-01-05T00:00:00Z' }, { startDate: '2026-01-05' }],
		['getPageAnalyticsSummary', { endDate: '2026-01-05T00:00:00.000+02:00' }, { endDate: 'today' }],
	])('%s takes %j and refuses %j', (operationId, right, wrong) => {
		const judge = judgeQuery(operationId);
		expect(judge(right)).toEqual([]);
		expect(judge(wrong)).toHaveLength(1);
	});

	it('take the five asset types of the interface', () => {
		const parameter = operationOf('listTrashedAssets').parameters.find(({ name }) => name === 'assetType')!;
		const types = ['image', 'logo', 'icon', 'video', 'custom-component'];
		expect(parameter.schema).toEqual({ type: 'string', enum: types });
		expect(judgeQuery('listTrashedAssets')({ assetType: 'font' })).toHaveLength(1);
	});
});
