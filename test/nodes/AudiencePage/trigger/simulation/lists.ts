/** The lists of all events, some of them with the filters that they take, and what becomes of their records. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cycle } from '../../../../service/random';
import { seedStore } from '../../../../service/seed';
import { DEFAULT_SIZES } from '../../../../service/seed/sizes';
import { timestamp } from '../../../../service/seed/time';
import type { Collection, Store } from '../../../../service/store';
import { events } from '../../../../support/description';
import { nth } from '../../../../support/records';

/** The records of a list, wherever the sandbox has them. */
export type Records = Pick<Collection<IDataObject>, 'all' | 'add' | 'remove'>;

/** A list that an event watches. Each function gives fields of a record that are other than before. */
export interface WatchedList {
	event: string;
	/** Which of several lists of the event. */
	of?: string;
	/** Beside what the event needs. */
	parameters?: INodeParameters;
	/** Of a new record; `n` is never the same. */
	make?: (n: number) => IDataObject;
	/** Another content, as `n` chooses; it may be the same again. */
	change: (n: number, record: IDataObject) => IDataObject;
	/** Other values of what is no content. */
	touch?: (n: number) => IDataObject;
	/** The fields that are watched; by default, all that the event compares. */
	compares?: string[];
	/** Where they are, if not where the case of the event says. */
	recordsIn?: (store: Store) => Records;
	/** Which records the list holds; all by default. */
	holds?: (record: IDataObject) => boolean;
}

type Fates = Omit<WatchedList, 'event'>;

/** A deleted entry is in no list, and is back when it is no longer deleted. */
const entries: Fates = {
	change: (n, { deletedAt }) =>
		n % 2 === 0 ? { payload: { n } } : { deletedAt: deletedAt === null ? timestamp(n) : null },
	holds: ({ deletedAt }) => deletedAt === null,
};

const NAMES = ['Ada Bell', 'Bob', 'Bella'];

const people: Fates = {
	make: (n) => ({ name: cycle(NAMES, n) }),
	change: (n) => {
		if (n % 3 === 0) return { name: cycle(NAMES, n / 3) };
		if (n % 3 === 1) return { email: n % 2 === 0 ? null : 'info@acme.example' };
		return { phoneNumber: n % 2 === 0 ? null : '+15550000001' };
	},
};

/** Who is found by a search, and is not any more under another name. */
const found: Fates = {
	...people,
	of: 'a search',
	parameters: { filters: { query: 'bell' } },
	holds: ({ name }) => String(name as string).includes('Bell'),
};

/** Who is of a domain, and stays there. The others are remembered too, and never told. */
const ofDomain: Fates = {
	of: 'a domain',
	make: (n) => ({ email: n % 3 === 0 ? 'ada@other.example' : 'ada@club.example' }),
	change: (n) => (n % 2 === 0 ? { slug: `slug-${n % 3}` } : { name: cycle(NAMES, n) }),
	parameters: { filters: { domain: 'club.example' }, fieldsToWatch: ['name', 'slug'] },
	compares: ['name', 'slug'],
	holds: ({ email }) => email === 'ada@club.example',
};

const STATUSES = ['draft', 'queued', 'published', 'archived'];

const audiences: Fates = {
	make: (n) => ({ status: cycle(STATUSES, n) }),
	change: (n) => ({ status: cycle(STATUSES, n) }),
	touch: (n) => ({ customName: `Audience ${n}`, latestVersion: { versionNumber: n } }),
};

/** The audiences of all pages: each new one is on the next page, every fifth on a new one. */
function onAllPages({ pages, audiences: children }: Store): Records {
	const ofPage = (pageId: string) => children.of(pageId) as unknown as Collection<IDataObject>;
	const all = () => pages.all().flatMap(({ pageId }) => ofPage(pageId).all());
	return {
		all,
		add(audience) {
			const n = all().length;
			const pageId = `page-of-${String(audience.audienceId as string)}`;
			// An audience that comes back may find its page there.
			const isThere = pages.all().some((page) => page.pageId === pageId);
			if (n % 5 === 4 && !isThere) pages.add({ ...nth(pages.all()), pageId });
			return ofPage(cycle(pages.all(), n).pageId).add(audience);
		},
		remove(id) {
			for (const { pageId } of pages.all()) ofPage(pageId).remove(id);
		},
	};
}

const allPages: Fates = {
	...audiences,
	of: 'all pages',
	parameters: { pageId: { __rl: true, mode: 'list', value: '' } },
	recordsIn: onAllPages,
};

const { custom, fallback } = seedStore(1, DEFAULT_SIZES).tenantDomainIds;

/** Every fourth new link is one of the fallback domain. */
const pageLinks = (domain: string): Fates => ({
	make: (n) => ({ tenantDomainId: n % 4 === 3 ? fallback : domain }),
	change: (n) => ({ path: `/changed-${n}` }),
	holds: ({ tenantDomainId }) => tenantDomainId === domain,
});

const trashedAt = (isTrashed: boolean, n: number) => ({ trashedAt: isTrashed ? timestamp(n) : undefined });

const SPECIAL: WatchedList[] = [
	{ event: 'accountLogCreated', ...entries },
	{
		event: 'assetTrashed',
		make: (n) => trashedAt(n % 4 !== 3, n),
		change: (n) => trashedAt(n % 2 !== 0, n),
		touch: (n) => ({ updatedAt: timestamp(n), downloadUrl: `https://files.example/1?signature=${n}` }),
		holds: ({ trashedAt: time }) => time !== undefined,
	},
	{ event: 'audienceCreated', ...audiences },
	{ event: 'audienceCreated', ...allPages },
	{ event: 'audienceStatusChanged', ...audiences },
	{ event: 'audienceStatusChanged', ...allPages },
	{ event: 'pageCreated', change: (n) => ({ name: `Page ${n}` }) },
	{ event: 'pageLinkCreated', ...pageLinks(fallback) },
	{
		event: 'pageLinkCreated',
		of: 'a custom domain',
		parameters: { filters: { tenantDomainId: custom } },
		...pageLinks(custom),
	},
	{ event: 'personCreated', ...people },
	{ event: 'personCreated', ...found },
	{ event: 'personLogCreated', ...entries },
	{ event: 'personUpdated', ...people },
	{
		event: 'personUpdated',
		...people,
		of: 'two fields',
		parameters: { fieldsToWatch: ['email', 'domain'] },
		compares: ['email', 'domain'],
	},
	{ event: 'personUpdated', ...found },
	{ event: 'personUpdated', ...ofDomain },
	{
		event: 'topicEntryChanged',
		make: (n) => ({ sortOrder: n }),
		change: (n) =>
			n % 2 === 0 ? { sortOrder: n % 3 } : { content: { type: 'markdown', content: `Version ${n % 3}` } },
	},
];

/** Any other event is simulated with records that only come and go. */
export const LISTS: WatchedList[] = [
	...SPECIAL,
	...events
		.filter(({ event }) => SPECIAL.every((list) => list.event !== event))
		.map(({ event }) => ({ event, change: (n: number) => ({ changed: n }) })),
];
