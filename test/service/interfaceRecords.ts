/** The records of the service interface (section 2, bodies of section 4), read off its tables by hand. */

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

/** Each field's type: `string or null`, `array of …`, or the name of a schema that the document gives it. */
export const RECORDS: Record<string, Record<string, string>> = {
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
