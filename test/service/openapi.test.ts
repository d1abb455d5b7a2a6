/** What the document lets through, no judge would see: request bodies are closed at every depth, but a payload. */
import Ajv2020 from 'ajv/dist/2020';

import { loadDocument } from './document';
import { judgeBody, judgeQuery, judgeSchema, operations } from './judge';

const unknown = { unknown: 1 };

test('The schemas are what JSON Schema 2020-12 allows', () => {
	const ajv = new Ajv2020({ strict: false });
	const ofParameters = operations.flatMap(({ parameters }) => parameters.map(({ schema }) => schema!));
	const schemas = [...Object.values(loadDocument().components!.schemas!), ...ofParameters];
	expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([]);
});

test.each(operations)('$operationId takes no unknown field', ({ operationId, requestBody }) => {
	expect(judgeQuery(operationId)(unknown)).toEqual([expect.stringContaining('"unknown"')]);
	if (requestBody === undefined) return;
	expect(judgeBody(operationId)(unknown)).toContainEqual(expect.stringContaining('"unknown"'));
});

test.each([
	['updatePage', { metadata: { ogImageUrl: 'x' } }],
	['updatePage', { actions: [{ actionIndex: 0 }] }],
	['updatePage', { actionCardWidgets: [{ logos: [{ image: unknown }] }] }],
	['updatePage', { footerLinks: [{ links: [unknown] }] }],
	['updatePage', { scripts: [unknown] }],
	['createAudience', { metadataOverride: { twitterImageFileId: 'x' } }],
	['updateTopicEntry', { content: unknown }],
])('%s refuses %j', (operationId, body) => {
	expect(judgeBody(operationId)(body)).toHaveLength(1);
});

test('A payload is free', () => {
	const payload = JSON.parse('{"__proto__": {"a": 1}, "a.b": [[]], "": null}') as object;
	expect(judgeBody('createAccountLog')({ source: 'crm', type: 'deal', payload })).toEqual([]);
});

test.each(['Account', 'Person', 'AccountLog', 'PersonLog', 'Page', 'Audience', 'Asset', 'TopicEntry'])(
	'%s may miss any field: the interface does not say otherwise',
	(name) => {
		expect(judgeSchema(name)({})).toEqual([]);
	},
);
