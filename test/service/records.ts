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

export interface MetadataInput {
	title?: string;
	description?: string;
	author?: string;
	canonicalUrl?: string;
	keywords?: string[];
	robots?: string[];
	ogTitle?: string;
	ogDescription?: string;
	ogType?: string;
	ogImageAlt?: string;
	ogSiteName?: string;
	ogUrl?: string;
	twitterCard?: string;
	twitterTitle?: string;
	twitterDescription?: string;
	twitterImageAlt?: string;
	twitterSite?: string;
	twitterCreator?: string;
	themeColor?: string;
}
export interface Metadata extends MetadataInput {
	ogImageUrl?: string;
	ogImageFileId?: string;
	twitterImageUrl?: string;
	twitterImageFileId?: string;
}

export interface ActionInput {
	purpose?: string;
	buttonTitle?: string;
	actionType?: string;
	url?: string;
	actionId?: string;
}
export interface Action extends ActionInput {
	actionId: string;
	actionIndex: number;
}
export interface ActionCardWidget {
	type?: string;
	title?: string;
	logos?: Array<{ image?: { altText?: string; url?: string; fileId?: string; assetId?: string } }>;
}
export interface FooterLinkGroup {
	id?: string;
	title?: string;
	links?: Array<{ id?: string; text?: string; url?: string }>;
}
export interface Script {
	content?: string;
	enabled?: boolean;
	injectionPoint?: string;
	name?: string;
	description?: string;
}
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
	actions: Action[];
	actionCardWidgets: ActionCardWidget[];
	footerLinks: FooterLinkGroup[];
	scripts: Script[];
	metadata?: Metadata;
	createdAt: string;
	updatedAt: string;
	archivedAt?: string;
	deletedAt?: string;
}

export interface AudienceVersion {
	versionId: string;
	versionNumber: number;
	audienceId: string;
	status: string;
	isNewPageAgent: boolean;
	supplementaryContext?: string;
	queueDurationMs?: number;
	createdAt: string;
	queuedAt?: string;
	becameDraftAt?: string;
	publishedAt?: string;
	cancelledAt?: string;
	obsoleteAt?: string;
	archivedAt?: string;
}

/** What a request may set of an audience. */
export interface AudienceInput {
	actionFormIdOverride?: string;
	actionFormInstructionsOverride?: string;
	actionUrlOverride?: string;
	customName?: string;
	metadataOverride?: Metadata;
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
	latestVersion: AudienceVersion;
	publishedVersion?: AudienceVersion;
	createdAt: string;
	archivedAt?: string;
}

export interface Change {
	changeId: string;
	field: string;
	previousValue: string;
	newValue: string;
	status: string;
}
export interface ToolCall {
	id: string;
	name: string;
	status: string;
	arguments: Record<string, unknown>;
	result?: unknown;
	error?: string;
}
export interface Message {
	messageId: string;
	role: string;
	content: string;
	timestamp: number;
	hasSnapshot: boolean;
	toolCalls: ToolCall[];
	changes: Change[];
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

export interface PageSummary {
	avgInteractionsPerSession: number;
	avgScrollDepthPercentage: number | null;
	avgTimeSpentSeconds: number | null;
	bounceRate: number;
	conversionRate: number;
	formSubmitRate: number;
	totalSessions: number;
}
export interface AudienceAnalytics extends PageSummary {
	audienceId: string;
	bounceCount: number;
	bounceEligibleSessions: number;
	conversionCount: number;
	ctaSessions: number;
	formSubmitCount: number;
}
