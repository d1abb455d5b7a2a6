/** The records of the service, as it returns them (service interface, section 2). Those of up to 5 fields are left out. */
import type { RecordType } from '../fields/outputFields';

const LOG_ENTRY_FIELDS = [
	'source',
	'type',
	'payload',
	'idempotencyKey',
	'createdAt',
	'updatedAt',
	'deletedAt',
];

export const ACCOUNT: RecordType = {
	idField: 'accountId',
	fields: ['domain', 'name', 'createdAt', 'updatedAt', 'latestActivityAt', 'linkedPersons'],
};

export const ACCOUNT_LOG: RecordType = {
	idField: 'accountLogId',
	fields: ['accountId', ...LOG_ENTRY_FIELDS],
};

export const ASSET: RecordType = {
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

export const AUDIENCE: RecordType = {
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

export const MESSAGE: RecordType = {
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

export const PAGE: RecordType = {
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

export const PAGE_LINK: RecordType = {
	idField: 'pageLinkId',
	fields: ['tenantDomainId', 'path', 'target', 'createdAt', 'updatedAt', 'deletedAt'],
};

export const PERSON: RecordType = {
	idField: 'personId',
	fields: ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl', 'createdAt', 'updatedAt'],
};

export const PERSON_LOG: RecordType = { idField: 'personLogId', fields: ['personId', ...LOG_ENTRY_FIELDS] };

export const TOPIC_ENTRY: RecordType = {
	idField: 'topicEntryId',
	fields: ['topicId', 'sortOrder', 'content', 'createdAt', 'updatedAt'],
};
