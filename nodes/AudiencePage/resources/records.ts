/**
 * The records of the service, as it returns them (service interface, section 2); a person, see
 * `person/fields.ts`.
 */
import type { RecordFields } from '../fields/outputFields';

/** A list of field names. */
export const names = (separatedBySpaces: string): string[] => separatedBySpaces.split(/\s+/);

/** A record, by the names of its ID and of its other fields, in the order of the service. */
export const record = (idField: string, fields: string): RecordFields => ({
	idField,
	fields: names(fields),
});

const LOG_ENTRY_FIELDS = 'source type payload idempotencyKey createdAt updatedAt deletedAt';
export const ACCOUNT = record(
	'accountId',
	'domain name createdAt updatedAt latestActivityAt linkedPersons',
);
export const ACCOUNT_LOG = record('accountLogId', `accountId ${LOG_ENTRY_FIELDS}`);

/** The answer to a log entry that is written. */
export const WRITTEN_ACCOUNT_LOG = record('accountLogId', 'accountId source type createdAt');

export const ASSET = record(
	'assetId',
	`tenantId name purpose tags aiDescription parentAssetId hidden data createdAt updatedAt trashedAt
	deletedAt lifecycleState downloadUrl previewDownloadUrl`,
);

export const AUDIENCE = record(
	'audienceId',
	`pageId personId personRouteKey computedName customName effectiveName status isNewPageAgent
	supplementaryContext actionFormIdOverride actionFormInstructionsOverride actionUrlOverride
	metadataOverride effectiveMetadata latestVersion publishedVersion createdAt archivedAt`,
);

export const MESSAGE = record(
	'messageId',
	'role content timestamp hasSnapshot toolCalls changes contentParts reasoning isInterrupted',
);

export const PAGE = record(
	'pageId',
	`name title pageType status pageContext brandId headerActionId actions actionCardWidgets footerLinks
	scripts metadata audiencesCount createdAt updatedAt archivedAt deletedAt`,
);

export const LISTED_PAGE = record('pageId', 'name pageType audiencesCount');
export const PAGE_LINK = record(
	'pageLinkId',
	'tenantDomainId path target createdAt updatedAt deletedAt',
);
export const PERSON_LOG = record('personLogId', `personId ${LOG_ENTRY_FIELDS}`);
export const TOPIC_ENTRY = record('topicEntryId', 'topicId sortOrder content createdAt updatedAt');
