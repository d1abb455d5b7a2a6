/** The document against section 2 of the service interface: each record's fields, types and nulls. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { RECORDS } from './interfaceRecords';
import { judgeSchema, operationOf, schemaOf } from './judge';

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** `string or null`, `array of Person`, or the name of the schema that is referred to. */
function typeText(schema: Schema): string {
	if ('$ref' in schema) return schema.$ref.split('/').at(-1)!;
	if (schema.type === 'array') return `array of ${typeText((schema as { items: Schema }).items)}`;
	if (schema.enum !== undefined) return schema.enum.join(' | ');
	if (schema.type === undefined) return 'any';
	return [schema.type].flat().join(' or ');
}

/** The fields of a schema with those it takes over from others. */
function fieldsOf(name: string): Record<string, string> {
	const { allOf = [], properties = {} } = schemaOf(name);
	const own = Object.entries(properties).map(([field, schema]) => [field, typeText(schema)]);
	return Object.assign(
		{},
		...allOf.map((base) => fieldsOf(typeText(base))),
		Object.fromEntries(own),
	) as Record<string, string>;
}

describe('the records of the document', () => {
	it.each(Object.entries(RECORDS))('%s has the fields of the interface, and no other', (name, fields) => {
		expect(fieldsOf(name)).toEqual(fields);
	});

	it.each([
		['createAccountLog', 'AccountLogCreated'],
		['updateAccount', 'Account'],
		['getAccountLog', 'AccountLog'],
		['createPerson', 'Person'],
		['updatePerson', 'Person'],
		['updatePage', 'Page'],
		['createAudience', 'Audience'],
		['listAudienceMessages', 'MessageHistory'],
		['restoreAudienceMessage', 'MessageRestored'],
		['listAudienceAnalytics', 'AudienceAnalyticsList'],
		['getPageAnalyticsSummary', 'PageSummary'],
		['updateTopicEntry', 'TopicEntry'],
	])('%s answers with %s', (operationId, record) => {
		const response = operationOf(operationId).responses['2XX']!;
		expect(typeText(response.content!['application/json']!.schema!)).toBe(record);
	});

	it.each(['AccountLogCreated', 'PageSummary', 'MessageHistory', 'MessageRestored', 'AudienceAnalyticsList'])(
		'%s has all of its fields, always',
		(name) => {
			const fields = Object.keys(RECORDS[name]!);
			expect([...schemaOf(name).required!].sort()).toEqual(fields.sort());
			expect(judgeSchema(name)({})).toHaveLength(fields.length);
		},
	);

	it.each(['Account', 'Person', 'AccountLog', 'PersonLog', 'Page', 'Audience', 'Asset', 'TopicEntry'])(
		'%s may miss any field: the interface does not say otherwise',
		(name) => {
			expect(judgeSchema(name)({})).toEqual([]);
		},
	);
});

describe('lists', () => {
	const empty = { hasMore: false, items: [], nextCursor: null, totalCount: 0 };

	it.each([
		['AccountLogList', 'AccountLog'],
		['PersonLogList', 'PersonLog'],
		['PersonSearchList', 'Person'],
		['PageSearchList', 'PageSearchItem'],
		['AudienceList', 'Audience'],
		['TrashedAssetList', 'Asset'],
		['PageLinkList', 'PageLink'],
		['TopicEntryList', 'TopicEntry'],
	])('%s has items of type %s, a count and a cursor', (name, item) => {
		const items = schemaOf(name).properties!.items as { items: Schema };
		expect(typeText(items.items)).toBe(item);
		const judge = judgeSchema(name);
		expect(judge(empty)).toEqual([]);
		expect(judge({ ...empty, hasMore: 'no' })).toHaveLength(1);
		expect(judge({ ...empty, totalCount: -1 })).toHaveLength(1);
		expect(judge({ ...empty, nextCursor: 1 })).toHaveLength(1);
		expect(judge({})).not.toEqual([]);
	});

	it.each([
		['AccountLogList', false],
		['PersonLogList', false],
		['PersonSearchList', true],
		['PageSearchList', true],
		['AudienceList', false],
		['TrashedAssetList', false],
		['PageLinkList', false],
		['TopicEntryList', false],
	])('%s: totalCount can be null: %s', (name, nullable) => {
		expect(judgeSchema(name)({ ...empty, totalCount: null }).length === 0).toBe(nullable);
	});

	it.each(['PersonSearchList', 'TrashedAssetList'])('%s has no empty cursor, but may have none', (name) => {
		const { nextCursor, ...rest } = empty;
		expect(nextCursor).toBeNull();
		expect(judgeSchema(name)(rest)).toEqual([]);
		expect(judgeSchema(name)({ ...rest, nextCursor: '' })).toHaveLength(1);
	});
});
