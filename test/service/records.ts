/** The records of section 2 of the service interface, as the sandbox keeps and serves them. */

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
	payload: Record<string, unknown>;
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

/** What the sandbox only keeps and gives back; every answer is judged by the document. */
export type Fields = Record<string, unknown>;

export type PageType = 'inbound' | 'outbound' | 'call_followup' | 'sales_deck' | 'custom';

/** Without audiencesCount: it follows from the audiences. */
export interface Page {
	pageId: string;
	name: string;
	title: string;
	pageType: PageType;
	status: 'archived' | 'draft' | 'published';
	pageContext: string;
	brandId: string;
	headerActionId?: string;
	actions: Fields[];
	actionCardWidgets: Fields[];
	footerLinks: Fields[];
	scripts: Fields[];
	metadata?: Fields;
	createdAt: string;
	updatedAt: string;
	archivedAt?: string;
	deletedAt?: string;
}

/** What a request may set of an audience. */
export interface AudienceInput {
	actionFormIdOverride?: string;
	actionFormInstructionsOverride?: string;
	actionUrlOverride?: string;
	customName?: string;
	metadataOverride?: Fields;
	supplementaryContext?: string;
}

/** Without effectiveName and effectiveMetadata: they follow from the audience and its page. */
export interface Audience extends AudienceInput {
	audienceId: string;
	pageId: string;
	personId?: string;
	personRouteKey?: string;
	computedName: string;
	status: 'archived' | 'cancelled' | 'draft' | 'pending' | 'processing' | 'published' | 'queued';
	isNewPageAgent: boolean;
	latestVersion: Fields;
	publishedVersion?: Fields;
	createdAt: string;
	archivedAt?: string;
}

export interface Message {
	messageId: string;
	role: string;
	content: string;
	timestamp: number;
	hasSnapshot: boolean;
	toolCalls: Fields[];
	changes: Fields[];
	contentParts: Array<{ type: string; text: string }>;
	reasoning?: string;
	isInterrupted: boolean;
}

export interface Asset {
	assetId: string;
	tenantId: string;
	name: string;
	purpose: string;
	tags: string[];
	aiDescription: string;
	parentAssetId?: string;
	hidden: boolean;
	data: { type: string; fileId: string };
	createdAt: string;
	updatedAt: string;
	trashedAt?: string;
	deletedAt?: string;
	lifecycleState: string;
	downloadUrl: string;
	previewDownloadUrl: string;
}

export interface PageLink {
	pageLinkId: string;
	tenantDomainId: string;
	path: string;
	target: { targetType: string; audienceId: string };
	createdAt: string;
	updatedAt: string;
	deletedAt?: string;
}

export interface TopicEntry {
	topicEntryId: string;
	topicId: string;
	sortOrder: number;
	content: { type?: string; content?: string };
	createdAt: string;
	updatedAt: string;
}
