/** Seeded pages, audiences and the conversations of their drafts. */
import { cycle, makeId, randomFrom, serialOf, wholeNumber } from '../random';
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
export function seedPages(seed: number, count: number): Page[] {
	const random = randomFrom(`${seed} pages`);
	return Array.from({ length: count }, (_, n) => {
		const { what, pageType } = cycle(KINDS, n);
		const company = companyName(n);
		const name = `${company} ${what}`;
		const url = `https://${slugOf(company)}.example`;
		const actionId = makeId('action', random, serialOf(n));
		const archived = n % 9 === 8;
		return {
			pageId: makeId('page', random, serialOf(n)),
			name,
			title: `${company}: your ${what}`,
			pageType,
			status: archived ? 'archived' : n % 4 === 3 ? 'draft' : 'published',
			pageContext: `${company} sells to mid-sized companies. This ${what} answers what they ask first.`,
			brandId: makeId('brand', random, serialOf(n)),
			headerActionId: actionId,
			actions: [
				{
					actionId,
					actionIndex: 0,
					purpose: 'Book a demo',
					buttonTitle: 'Talk to us',
					actionType: 'url',
					url: `${url}/demo`,
				},
			],
			actionCardWidgets: [
				{
					type: 'logos',
					title: 'Trusted by',
					logos: [{ image: { altText: `${company} logo`, url: `${url}/logo.svg` } }],
				},
			],
			footerLinks: [
				{ id: 'company', title: 'Company', links: [{ id: 'about', text: 'About', url: `${url}/about` }] },
			],
			scripts: [
				{
					content: 'console.log("hello")',
					enabled: true,
					injectionPoint: 'head',
					name: 'Hello',
					description: 'Says hello',
				},
			],
			metadata: {
				title: name,
				description: `The ${what} of ${company}`,
				keywords: [slugOf(company), slugOf(what)],
				robots: ['index'],
				ogType: 'website',
				twitterCard: 'summary',
				ogImageUrl: `${url}/og.png`,
				ogImageFileId: makeId('file', random, serialOf(n)),
			},
			createdAt: timestamp(n),
			updatedAt: timestamp(n + 1),
			...(archived ? { archivedAt: timestamp(n + 2) } : {}),
		};
	});
}

const STATUSES = ['published', 'draft', 'published', 'queued', 'archived'];

/** Audiences of a page; `persons` are whom they belong to, but for every fourth. The first person has several. */
export function seedAudiences(
	seed: number,
	{ pageId, name }: Page,
	count: number,
	persons: readonly Person[],
): Audience[] {
	const random = randomFrom(`${seed} ${pageId} audiences`);
	const firstPerson = wholeNumber(random, 0, 1000);
	return Array.from({ length: count }, (_, n) => {
		const serial = pageId.slice(-6) + serialOf(n);
		const audienceId = makeId('audience', random, serial);
		const status = cycle(STATUSES, n);
		const ofOthers = persons.length === 0 ? undefined : cycle(persons, firstPerson + n);
		const person = n % 4 === 3 ? undefined : n % 4 === 0 ? persons[0] : ofOthers;
		const version = {
			versionId: makeId('version', random, serial),
			versionNumber: 1,
			audienceId,
			status,
			isNewPageAgent: true,
			supplementaryContext: 'Met at a trade fair.',
			queueDurationMs: wholeNumber(random, 500, 9000),
			createdAt: timestamp(n),
			queuedAt: timestamp(n),
			...(status === 'published' ? { publishedAt: timestamp(n + 1) } : {}),
			...(status === 'archived' ? { archivedAt: timestamp(n + 2) } : {}),
		};
		return {
			audienceId,
			pageId,
			...(person === undefined ? {} : { personId: person.personId, personRouteKey: person.slug }),
			computedName: person === undefined ? `${name}, audience ${n + 1}` : `${name} for ${person.name}`,
			...(n % 2 === 0 ? {} : { customName: `Trade fair visitors ${n + 1}` }),
			status,
			isNewPageAgent: true,
			supplementaryContext: 'Met at a trade fair.',
			metadataOverride: { title: `${name}, made for you` },
			latestVersion: version,
			...(status === 'published' ? { publishedVersion: version } : {}),
			createdAt: timestamp(n),
			...(status === 'archived' ? { archivedAt: timestamp(n + 2) } : {}),
		};
	});
}

/** A conversation in which a user asks and the agent changes something, with a snapshot after each change. */
export function seedMessages(seed: number, { audienceId }: Audience, count: number): Message[] {
	const random = randomFrom(`${seed} ${audienceId} messages`);
	return Array.from({ length: count }, (_, n) => {
		const serial = audienceId.slice(-8) + serialOf(n);
		const change = {
			changeId: makeId('change', random, serial),
			field: 'supplementaryContext',
			previousValue: '',
			newValue: 'Met at a trade fair.',
			status: n === count - 1 ? 'pending' : 'applied',
		};
		const toolCall = {
			id: makeId('call', random, serial),
			name: 'updateContext',
			status: 'completed',
			arguments: { text: 'Met at a trade fair.' },
			result: { ok: true },
		};
		const asked = { role: 'user', content: 'Mention the trade fair.', toolCalls: [], changes: [] };
		const done = {
			role: 'assistant',
			content: 'Done: the context now mentions the trade fair.',
			toolCalls: [toolCall],
			changes: [change],
			reasoning: 'The user wants the trade fair mentioned.',
		};
		const said = n % 2 === 0 ? asked : done;
		return {
			...said,
			messageId: makeId('message', random, serial),
			timestamp: Date.UTC(2025, 0, 6, 9, n),
			hasSnapshot: said === done,
			contentParts: [{ type: 'text', text: said.content }],
			isInterrupted: false,
		};
	});
}
