/** The document against section 2 of the service interface: each record's fields, their types, what can be null. */
import type { OpenAPIV3_1 } from 'openapi-types';
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

const strings = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, 'string']));
const numbers = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, 'number']));
const timestamps = (...names: string[]): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, 'Timestamp']));

const LOG_ENTRY = {
	source: 'KebabCase',
	type: 'KebabCase',
	payload: 'object',
	idempotencyKey: 'string or null',
	createdAt: 'Timestamp',
	updatedAt: 'NullableTimestamp',
	deletedAt: 'NullableTimestamp',
};
const METADATA_INPUT = {
	...strings('title', 'description', 'author', 'canonicalUrl'),
	keywords: 'array of string',
	robots: 'array of string',
	...strings('ogTitle', 'ogDescription', 'ogType', 'ogImageAlt', 'ogSiteName', 'ogUrl'),
	...strings('twitterCard', 'twitterTitle', 'twitterDescription', 'twitterImageAlt', 'twitterSite'),
	...strings('twitterCreator', 'themeColor'),
};
const ACTION_INPUT = strings('purpose', 'buttonTitle', 'actionType', 'url', 'actionId');
const SUMMARY = {
	...numbers('avgInteractionsPerSession', 'bounceRate', 'conversionRate', 'formSubmitRate', 'totalSessions'),
	avgScrollDepthPercentage: 'number or null',
	avgTimeSpentSeconds: 'number or null',
};
const PAGE_FIELDS = {
	brandId: 'string',
	headerActionId: 'string',
	actionCardWidgets: 'array of ActionCardWidget',
	footerLinks: 'array of FooterLinkGroup',
	name: 'string',
	pageContext: 'string',
	pageType: 'PageType',
	scripts: 'array of Script',
};
const AUDIENCE_OVERRIDES = strings(
	'actionFormIdOverride',
	'actionFormInstructionsOverride',
	'actionUrlOverride',
	'customName',
	'supplementaryContext',
);

const RECORDS: Record<string, Record<string, string>> = {
	Account: {
		accountId: 'AccountId',
		domain: 'string',
		name: 'string or null',
		...timestamps('createdAt', 'updatedAt'),
		latestActivityAt: 'NullableTimestamp',
		linkedPersons: 'array of Person',
	},
	AccountUpdate: { name: 'Name' },
	Person: {
		...strings('personId', 'name', 'slug'),
		email: 'string or null',
		domain: 'string or null',
		phoneNumber: 'NullablePhoneNumber',
		linkedinProfileUrl: 'string or null',
		...timestamps('createdAt', 'updatedAt'),
	},
	PersonCreate: {
		name: 'Name',
		...strings('email', 'domain', 'linkedinProfileUrl'),
		phoneNumber: 'PhoneNumber',
	},
	PersonUpdate: {
		name: 'Name',
		email: 'string or null',
		domain: 'string or null',
		phoneNumber: 'NullablePhoneNumber',
		linkedinProfileUrl: 'string or null',
	},
	AccountLog: { accountId: 'AccountId', accountLogId: 'string', ...LOG_ENTRY },
	AccountLogCreate: {
		source: 'KebabCase',
		type: 'KebabCase',
		payload: 'object',
		accountId: 'AccountId',
		domain: 'string',
		name: 'Name',
		idempotencyKey: 'IdempotencyKey',
	},
	AccountLogCreated: {
		accountId: 'AccountId',
		accountLogId: 'string',
		createdAt: 'Timestamp',
		source: 'KebabCase',
		type: 'KebabCase',
	},
	PersonLog: { ...strings('personId', 'personLogId'), ...LOG_ENTRY },
	MetadataInput: METADATA_INPUT,
	Metadata: {
		...METADATA_INPUT,
		...strings('ogImageUrl', 'ogImageFileId', 'twitterImageUrl', 'twitterImageFileId'),
	},
	ActionInput: ACTION_INPUT,
	Action: { ...ACTION_INPUT, actionIndex: 'number' },
	ActionCardWidget: { ...strings('type', 'title'), logos: 'array of Logo' },
	Logo: { image: 'LogoImage' },
	LogoImage: strings('altText', 'url', 'fileId', 'assetId'),
	FooterLinkGroup: { ...strings('id', 'title'), links: 'array of FooterLink' },
	FooterLink: strings('id', 'text', 'url'),
	Script: { ...strings('content', 'injectionPoint', 'name', 'description'), enabled: 'boolean' },
	Page: {
		...PAGE_FIELDS,
		...strings('pageId', 'title'),
		status: 'archived | draft | published',
		actions: 'array of Action',
		metadata: 'Metadata',
		audiencesCount: 'Count',
		...timestamps('createdAt', 'updatedAt', 'archivedAt', 'deletedAt'),
	},
	PageUpdate: { ...PAGE_FIELDS, actions: 'array of ActionInput', metadata: 'MetadataInput' },
	PageSearchItem: { audiencesCount: 'Count', ...strings('name', 'pageId'), pageType: 'PageType' },
	Audience: {
		...AUDIENCE_OVERRIDES,
		...strings('audienceId', 'pageId', 'personId', 'personRouteKey', 'computedName', 'effectiveName'),
		status: 'archived | cancelled | draft | pending | processing | published | queued',
		isNewPageAgent: 'boolean',
		metadataOverride: 'Metadata',
		effectiveMetadata: 'Metadata',
		latestVersion: 'AudienceVersion',
		publishedVersion: 'AudienceVersion',
		...timestamps('createdAt', 'archivedAt'),
	},
	AudienceCreate: {
		...AUDIENCE_OVERRIDES,
		publishBehavior: 'draft | publish',
		metadataOverride: 'MetadataInput',
	},
	AudienceVersion: {
		...strings('versionId', 'audienceId', 'status', 'supplementaryContext'),
		...numbers('versionNumber', 'queueDurationMs'),
		isNewPageAgent: 'boolean',
		...timestamps('createdAt', 'queuedAt', 'becameDraftAt', 'publishedAt', 'cancelledAt', 'obsoleteAt'),
		archivedAt: 'Timestamp',
	},
	MessageHistory: {
		conversation: 'Conversation',
		messages: 'array of Message',
		context: 'Context',
		pendingChanges: 'array of Change',
	},
	Conversation: {
		...strings('conversationId', 'audienceId', 'publishedMessageId'),
		...timestamps('createdAt', 'updatedAt'),
	},
	Message: {
		...strings('messageId', 'role', 'content', 'reasoning'),
		timestamp: 'number',
		hasSnapshot: 'boolean',
		toolCalls: 'array of ToolCall',
		changes: 'array of Change',
		contentParts: 'array of ContentPart',
		isInterrupted: 'boolean',
	},
	ContentPart: strings('type', 'text'),
	ToolCall: { ...strings('id', 'name', 'status', 'error'), arguments: 'object', result: 'any' },
	Change: strings('changeId', 'field', 'previousValue', 'newValue', 'status'),
	Context: {
		...strings('audienceId', 'pageId', 'currentSupplementaryContext', 'currentMetaTitle'),
		...strings('currentMetaDescription', 'currentMetaKeywords', 'pageContext'),
	},
	MessageRestore: {},
	MessageRestored: { success: 'boolean', messageId: 'string' },
	Asset: {
		...strings('assetId', 'tenantId', 'name', 'purpose', 'aiDescription', 'parentAssetId'),
		tags: 'array of string',
		hidden: 'boolean',
		data: 'AssetData',
		...timestamps('createdAt', 'updatedAt', 'trashedAt', 'deletedAt'),
		...strings('lifecycleState', 'downloadUrl', 'previewDownloadUrl'),
	},
	AssetData: strings('type', 'fileId'),
	PageLink: {
		...strings('pageLinkId', 'tenantDomainId', 'path'),
		target: 'PageLinkTarget',
		...timestamps('createdAt', 'updatedAt', 'deletedAt'),
	},
	PageLinkTarget: strings('targetType', 'audienceId'),
	TopicEntry: {
		...strings('topicEntryId', 'topicId'),
		sortOrder: 'number',
		content: 'TopicEntryContent',
		...timestamps('createdAt', 'updatedAt'),
	},
	TopicEntryContent: strings('type', 'content'),
	TopicEntryUpdate: { content: 'TopicEntryContent', sortOrder: 'Count' },
	PageSummary: SUMMARY,
	AudienceAnalytics: {
		...SUMMARY,
		audienceId: 'string',
		...numbers('bounceCount', 'bounceEligibleSessions', 'conversionCount', 'ctaSessions', 'formSubmitCount'),
	},
	AudienceAnalyticsList: { items: 'array of AudienceAnalytics' },
};

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

	it.each(['AccountLogCreated', 'PageSummary'])('%s has all of its fields, always', (name) => {
		const judge = judgeSchema(name);
		expect(judge({})).toHaveLength(Object.keys(RECORDS[name]!).length);
	});

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
