/** Seeded pages, audiences and the conversations of their drafts. */
import { cycle, idsFrom, wholeNumber } from '../random';
import type { Audience, Message, Page, Person } from '../records';
import { companyName, slugOf } from './names';
import { timestamp } from './time';

const KINDS = [
	{ what: 'pricing page', pageType: 'inbound' },
	{ what: 'product tour', pageType: 'outbound' },
	{ what: 'call recap', pageType: 'call_followup' },
	{ what: 'sales deck', pageType: 'sales_deck' },
	{ what: 'welcome page', pageType: 'custom' },
];

/** Pages of every type in turn; every fourth is a draft, every ninth archived. */
export function seedPages(count: number): Page[] {
	const { id } = idsFrom('pages');
	return Array.from({ length: count }, (_, n) => {
		const { what, pageType } = cycle(KINDS, n);
		const company = companyName(n);
		const name = `${company} ${what}`;
		const url = `https://${slugOf(company)}.example`;
		const actionId = id('action', n);
		const archived = n % 9 === 8;
		const status = n % 4 === 3 ? 'draft' : 'published';
		const action = {
			purpose: 'Demo',
			buttonTitle: 'Talk to us',
			actionType: 'url',
			url: `${url}/demo`,
		};
		const logos = [{ image: { altText: `${company} logo`, url: `${url}/logo.svg` } }];
		const links = [{ id: 'about', text: 'About', url: `${url}/about` }];
		const script = { content: 'console.log("hello")', name: 'Hello', description: 'Says hello' };
		return {
			pageId: id('page', n),
			...{ name, title: `${company}: your ${what}`, pageType },
			status: archived ? 'archived' : status,
			pageContext: `${company} sells to mid-sized companies. This ${what} answers what they ask first.`,
			brandId: id('brand', n),
			headerActionId: actionId,
			actions: [{ actionId, actionIndex: 0, ...action }],
			actionCardWidgets: [{ type: 'logos', title: 'Trusted by', logos }],
			footerLinks: [{ id: 'company', title: 'Company', links }],
			scripts: [{ ...script, enabled: true, injectionPoint: 'head' }],
			metadata: {
				...{ title: name, description: `The ${what} of ${company}`, robots: ['index'] },
				...{ keywords: [slugOf(company), slugOf(what)], ogType: 'website', twitterCard: 'summary' },
				...{ ogImageUrl: `${url}/og.png`, ogImageFileId: id('file', n) },
			},
			createdAt: timestamp(n),
			updatedAt: timestamp(n + 1),
			...(archived && { archivedAt: timestamp(n + 2) }),
		};
	});
}

const STATUSES = ['published', 'draft', 'published', 'queued', 'archived'];

/**
 * Audiences of a page; `persons` are whom they belong to, but for every fourth. The first person
 * has several.
 */
export function seedAudiences(
	{ pageId, name }: Page,
	count: number,
	persons: readonly Person[],
): Audience[] {
	const { id, random } = idsFrom(`${pageId} audiences`, pageId.slice(-6));
	const firstPerson = wholeNumber(random, 0, 1000);
	const personOf = (n: number): Person | undefined => {
		if (n % 4 === 3 || persons.length === 0) return undefined;
		return n % 4 === 0 ? persons[0] : cycle(persons, firstPerson + n);
	};
	return Array.from({ length: count }, (_, n) => {
		const audienceId = id('audience', n);
		const status = cycle(STATUSES, n);
		const person = personOf(n);
		const shared = {
			...{ audienceId, status, isNewPageAgent: true, supplementaryContext: 'Met at a trade fair.' },
			createdAt: timestamp(n),
			...(status === 'archived' && { archivedAt: timestamp(n + 2) }),
		};
		const version = {
			...shared,
			...{ versionId: id('version', n), versionNumber: 1, queuedAt: timestamp(n) },
			queueDurationMs: wholeNumber(random, 500, 9000),
			...(status === 'published' && { publishedAt: timestamp(n + 1) }),
		};
		return {
			...shared,
			pageId,
			...(person && { personId: person.personId, personRouteKey: person.slug }),
			computedName:
				person === undefined ? `${name}, audience ${n + 1}` : `${name} for ${person.name}`,
			...(n % 2 === 1 && { customName: `Trade fair visitors ${n + 1}` }),
			metadataOverride: { title: `${name}, made for you` },
			latestVersion: version,
			...(status === 'published' && { publishedVersion: version }),
		};
	});
}

/**
 * A conversation in which a user asks and the agent changes something, with a snapshot after each
 * change.
 */
export function seedMessages({ audienceId }: Audience, count: number): Message[] {
	const { id } = idsFrom(`${audienceId} messages`, audienceId.slice(-8));
	const text = 'Met at a trade fair.';
	return Array.from({ length: count }, (_, n) => {
		const hasSnapshot = n % 2 === 1;
		const change = {
			...{
				changeId: id('change', n),
				field: 'supplementaryContext',
				previousValue: '',
				newValue: text,
			},
			status: n === count - 1 ? 'pending' : 'applied',
		};
		const call = { id: id('call', n), name: 'updateContext', status: 'completed' };
		const toolCall = { ...call, arguments: { text }, result: { ok: true } };
		const content = hasSnapshot
			? 'Done: the context now mentions the trade fair.'
			: 'Mention the trade fair.';
		return {
			role: hasSnapshot ? 'assistant' : 'user',
			...{ content, contentParts: [{ type: 'text', text: content }] },
			...{ toolCalls: hasSnapshot ? [toolCall] : [], changes: hasSnapshot ? [change] : [] },
			...(hasSnapshot && { reasoning: 'The user wants the trade fair mentioned.' }),
			...{ messageId: id('message', n), timestamp: Date.UTC(2025, 0, 6, 9, n) },
			...{ isInterrupted: false, hasSnapshot },
		};
	});
}
