/** The records of the service, as it returns them (service interface, section 2). */
import type { RecordFields } from '../fields/outputFields';

const LOG_ENTRY_FIELDS = [
	'source',
	'type',
	'payload',
	'idempotencyKey',
	'createdAt',
	'updatedAt',
	'deletedAt',
];

export const ACCOUNT: RecordFields = {
	idField: 'accountId',
	fields: ['domain', 'name', 'createdAt', 'updatedAt', 'latestActivityAt', 'linkedPersons'],
};

export const ACCOUNT_LOG: RecordFields = {
	idField: 'accountLogId',
	fields: ['accountId', ...LOG_ENTRY_FIELDS],
};

/** The answer to a log entry that is written. */
export const WRITTEN_ACCOUNT_LOG: RecordFields = {
	idField: 'accountLogId',
	fields: ['accountId', 'source', 'type', 'createdAt'],
};

export const ASSET: RecordFields = {
	idField: 'assetId',
	fields: [
		'tenantId',
		'name',
		'purpose',
		'tags',
		'aiDescription',
		'parentAssetId',
		'hidden',
		'data',
		'createdAt',
		'updatedAt',
		'trashedAt',
		'deletedAt',
		'lifecycleState',
		'downloadUrl',
		'previewDownloadUrl',
	],
};

export const AUDIENCE: RecordFields = {
	idField: 'audienceId',
	fields: [
		'pageId',
		'personId',
		'personRouteKey',
		'computedName',
		'customName',
		'effectiveName',
		'status',
		'isNewPageAgent',
		'supplementaryContext',
		'actionFormIdOverride',
		'actionFormInstructionsOverride',
		'actionUrlOverride',
		'metadataOverride',
		'effectiveMetadata',
		'latestVersion',
		'publishedVersion',
		'createdAt',
		'archivedAt',
	],
};

export const MESSAGE: RecordFields = {
	idField: 'messageId',
	fields: [
		'role',
		'content',
		'timestamp',
		'hasSnapshot',
		'toolCalls',
		'changes',
		'contentParts',
		'reasoning',
		'isInterrupted',
	],
};

export const PAGE: RecordFields = {
	idField: 'pageId',
	fields: [
		'name',
		'title',
		'pageType',
		'status',
		'pageContext',
		'brandId',
		'headerActionId',
		'actions',
		'actionCardWidgets',
		'footerLinks',
		'scripts',
		'metadata',
		'audiencesCount',
		'createdAt',
		'updatedAt',
		'archivedAt',
		'deletedAt',
	],
};

/** A page, as a list has it. */
export const LISTED_PAGE: RecordFields = {
	idField: 'pageId',
	fields: ['name', 'pageType', 'audiencesCount'],
};

export const PAGE_LINK: RecordFields = {
	idField: 'pageLinkId',
	fields: ['tenantDomainId', 'path', 'target', 'createdAt', 'updatedAt', 'deletedAt'],
};

export const PERSON: RecordFields = {
	idField: 'personId',
	fields: ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl', 'createdAt', 'updatedAt'],
};

export const PERSON_LOG: RecordFields = { idField: 'personLogId', fields: ['personId', ...LOG_ENTRY_FIELDS] };

export const TOPIC_ENTRY: RecordFields = {
	idField: 'topicEntryId',
	fields: ['topicId', 'sortOrder', 'content', 'createdAt', 'updatedAt'],
};
