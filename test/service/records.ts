/**
 * The records of the service as the sandbox keeps them: with the fields that it or a test goes by.
 * All else of a record it only gives back; every answer is judged by the document.
 */
import type { seedAssets } from './seed/content';
import type { seedAccounts, seedPersons } from './seed/people';

export type Fields = Record<string, unknown>;

export type Person = ReturnType<typeof seedPersons>[number];

/** Without linkedPersons: these follow from the persons with the account's domain. */
export type Account = ReturnType<typeof seedAccounts>[number];

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

export type Asset = ReturnType<typeof seedAssets>[number];
