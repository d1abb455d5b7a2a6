/**
 * What the document lets through, no judge would see: what is closed below, the properties of the
 * node show.
 */
import Ajv2020 from 'ajv/dist/2020';
import { loadDocument } from './document';
import { judgeRequest, operations } from './judge';

test('The schemas are what JSON Schema 2020-12 allows', () => {
	const ajv = new Ajv2020({ strict: false });
	const ofParameters = operations.flatMap(({ parameters }) =>
		parameters.map(({ schema }) => schema!),
	);
	const schemas = [...Object.values(loadDocument().components!.schemas!), ...ofParameters];
	expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([]);
});

test.each(operations)('$operationId takes no unknown field', ({ operationId, requestBody }) => {
	const unknown = { unknown: 1 };
	const wrong = judgeRequest(operationId)({
		path: unknown,
		query: unknown,
		body: requestBody && unknown,
	});
	const places = requestBody ? ['path', 'query', 'body'] : ['path', 'query'];
	expect(wrong).toEqual(expect.arrayContaining(places.map((place) => [place, 'unknown'])));
});
