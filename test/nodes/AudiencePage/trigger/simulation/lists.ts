/** The lists of all events, some of them with the filters that they take, and what becomes of their records. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cycle } from '../../../../service/random';
import { seedStore } from '../../../../service/seed';
import { DEFAULT_SIZES } from '../../../../service/seed/sizes';
import { timestamp } from '../../../../service/seed/time';

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
	/** Which records the list holds; all by default. */
	holds?: (record: IDataObject) => boolean;
}

type Records = Omit<WatchedList, 'event'>;

/** A deleted entry is in no list, and is back when it is no longer deleted. */
const entries: Records = {
	change: (n, { deletedAt }) =>
		n % 2 === 0 ? { payload: { n } } : { deletedAt: deletedAt === null ? timestamp(n) : null },
	holds: ({ deletedAt }) => deletedAt === null,
};

const NAMES = ['Ada Bell', 'Bob', 'Bella'];

const people: Records = {
	make: (n) => ({ name: cycle(NAMES, n) }),
	change: (n) => {
		if (n % 3 === 0) return { name: cycle(NAMES, n / 3) };
		if (n % 3 === 1) return { email: n % 2 === 0 ? null : 'info@acme.example' };
		return { phoneNumber: n % 2 === 0 ? null : '+15550000001' };
	},
};

/** Who is found by a search, and is not any more under another name. */
const found: Records = {
	...people,
	of: 'a search',
	parameters: { filters: { query: 'bell' } },
	holds: ({ name }) => String(name as string).includes('Bell'),
};

const STATUSES = ['draft', 'queued', 'published', 'archived'];

const audiences: Records = {
	make: (n) => ({ status: cycle(STATUSES, n) }),
	change: (n) => ({ status: cycle(STATUSES, n) }),
	touch: (n) => ({ customName: `Audience ${n}`, latestVersion: { versionNumber: n } }),
};

const { custom, fallback } = seedStore(1, DEFAULT_SIZES).tenantDomainIds;

/** Every fourth new link is one of the fallback domain. */
const pageLinks = (domain: string): Records => ({
	make: (n) => ({ tenantDomainId: n % 4 === 3 ? fallback : domain }),
	change: (n) => ({ path: `/changed-${n}` }),
	holds: ({ tenantDomainId }) => tenantDomainId === domain,
});

const trashedAt = (isTrashed: boolean, n: number) => ({ trashedAt: isTrashed ? timestamp(n) : undefined });

export const LISTS: WatchedList[] = [
	{ event: 'accountLogCreated', ...entries },
	{
		event: 'assetTrashed',
		make: (n) => trashedAt(n % 4 !== 3, n),
		change: (n) => trashedAt(n % 2 !== 0, n),
		touch: (n) => ({ updatedAt: timestamp(n), downloadUrl: `https://files.example/1?signature=${n}` }),
		holds: ({ trashedAt: time }) => time !== undefined,
	},
	{ event: 'audienceCreated', ...audiences },
	{ event: 'audienceStatusChanged', ...audiences },
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
	{
		event: 'topicEntryChanged',
		make: (n) => ({ sortOrder: n }),
		change: (n) =>
			n % 2 === 0 ? { sortOrder: n % 3 } : { content: { type: 'markdown', content: `Version ${n % 3}` } },
	},
];
