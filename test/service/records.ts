/**
 * The records of the service as the sandbox keeps them: with the fields that it or a test goes by. All else of a
 * record it only gives back; every answer is judged by the document.
 */
export type Fields = Record<string, unknown>;

export interface Person {
	personId: string;
	name: string;
	email: string | null;
	domain: string | null;
	slug: string;
	phoneNumber: string | null;
	linkedinProfileUrl: string | null;
	createdAt: string;
	updatedAt: string;
}

/** Without linkedPersons: these follow from the persons with the account's domain. */
export interface Account {
	accountId: string;
	domain: string;
	name: string | null;
	createdAt: string;
	updatedAt: string;
	latestActivityAt: string | null;
}

export interface LogEntry {
	source: string;
	type: string;
	payload: Fields;
	idempotencyKey: string | null;
	createdAt: string;
	updatedAt: string | null;
	deletedAt: string | null;
}
export interface AccountLog extends LogEntry {
	accountId: string;
	accountLogId: string;
}
export interface PersonLog extends LogEntry {
	personId: string;
	personLogId: string;
}

/** Without audiencesCount: it follows from the audiences. */
export interface Page extends Fields {
	pageId: string;
	name: string;
	title: string;
	pageContext: string;
	actions: Fields[];
	actionCardWidgets: Fields[];
	footerLinks: Fields[];
	scripts: Fields[];
	metadata?: Fields;
	createdAt: string;
	updatedAt: string;
}

/** Without effectiveName and effectiveMetadata: they follow from the audience and its page. */
export interface Audience extends Fields {
	audienceId: string;
	pageId: string;
	personRouteKey?: string;
	computedName: string;
	customName?: string;
	metadataOverride?: Fields;
	status: string;
	latestVersion: Fields;
	publishedVersion?: Fields;
	createdAt: string;
}

export interface Message extends Fields {
	messageId: string;
	timestamp: number;
	hasSnapshot: boolean;
	changes: Fields[];
}

export interface Asset extends Fields {
	assetId: string;
	name: string;
	purpose: string;
	tags: string[];
	aiDescription: string;
	data: { type: string; fileId: string };
	createdAt: string;
	updatedAt: string;
	trashedAt?: string;
}

export interface PageLink extends Fields {
	pageLinkId: string;
	tenantDomainId: string;
	path: string;
	target: { targetType: string; audienceId: string };
	updatedAt: string;
}

export interface TopicEntry {
	topicEntryId: string;
	topicId: string;
	sortOrder: number;
	content: { type?: string; content?: string };
	createdAt: string;
	updatedAt: string;
}
