/** The lists of all events, some of them with the filters that they take, and all that happens to their records. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cycle } from '../../../../service/random';
import type { Sandbox } from '../../../../service/sandbox';
import { seedStore } from '../../../../service/seed';
import { DEFAULT_SIZES } from '../../../../service/seed/sizes';
import { timestamp } from '../../../../service/seed/time';
import type { Collection, Store } from '../../../../service/store';
import { watched, watchedBy, type Records } from '../../../../support/everyEvent';
import { nth } from '../../../../support/records';
import type { Change } from './steps';

const usual = seedStore(1, DEFAULT_SIZES);

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
	/** The fields that are watched; by default, all that the event compares. */
	compares?: string[];
	/** Where the records are, if not where the case of the event says. */
	recordsIn?: (store: Store) => Records;
	/** Which records the list holds; all by default. */
	holds?: (record: IDataObject) => boolean;
}

type Fates = Omit<WatchedList, 'event'>;

/** A deleted entry is in no list, and is back when it is no longer deleted. */
const entries: Fates = {
	change: (n, { deletedAt }) => ({ payload: { n }, deletedAt: deletedAt === null ? timestamp(n) : null }),
	holds: ({ deletedAt }) => deletedAt === null,
};

const NAMES = ['Ada Bell', 'Bob', 'Bella'];

const people: Fates = {
	make: (n) => ({ name: cycle(NAMES, n) }),
	change: (n) =>
		n % 2 === 0 ? { name: cycle(NAMES, n / 2) } : { email: n % 3 === 0 ? null : 'info@acme.example' },
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

const status = (n: number) => ({ status: cycle(['draft', 'queued', 'published', 'archived'], n) });

/** The audiences of all pages: each new one is on the next page, every fifth on a new one. */
function onAllPages({ pages, audiences }: Store): Records {
	const ofPage = (pageId: string) => audiences.of(pageId) as unknown as Collection<IDataObject>;
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
	of: 'all pages',
	make: status,
	change: status,
	parameters: { pageId: { __rl: true, mode: 'list', value: '' } },
	recordsIn: onAllPages,
};

const trashedAt = (isTrashed: boolean, n: number) => ({ trashedAt: isTrashed ? timestamp(n) : undefined });

const SPECIAL: WatchedList[] = [
	{ event: 'accountLogCreated', ...entries },
	{
		event: 'assetTrashed',
		make: (n) => trashedAt(n % 4 !== 3, n),
		change: (n) => trashedAt(n % 2 !== 0, n),
		holds: ({ trashedAt: time }) => time !== undefined,
	},
	{ event: 'audienceCreated', ...allPages },
	{ event: 'audienceStatusChanged', make: status, change: status },
	{ event: 'audienceStatusChanged', ...allPages },
	{
		event: 'pageLinkCreated',
		make: () => ({ tenantDomainId: usual.tenantDomainIds.fallback }),
		change: (n) => ({ path: `/changed-${n}` }),
	},
	{ event: 'personLogCreated', ...entries },
	{ event: 'personUpdated', ...people },
	{ event: 'personUpdated', ...found },
	{ event: 'personUpdated', ...ofDomain },
	{
		event: 'topicEntryChanged',
		change: (n) =>
			n % 2 === 0 ? { sortOrder: n % 3 } : { content: { type: 'markdown', content: `Version ${n % 3}` } },
	},
];

/** Any other list is simulated with records that only come and go. */
export const LISTS: WatchedList[] = [
	...SPECIAL,
	...watched
		.filter(({ event }) => !SPECIAL.some((list) => list.event === event && list.of === undefined))
		.map(({ event }) => ({ event, change: (n: number) => ({ updatedAt: timestamp(n) }) })),
];

/** A record as the event sees it. */
export interface Seen {
	id: string;
	/** What its changes are told by; the same for all where they do not count. */
	content: string;
}

const SEARCH = '/v0/pages/search';

/** A list of the sandbox that is watched, with all that happens to it. */
export class World {
	readonly parameters: INodeParameters;
	/** Whether the page search must give all pages in its one answer. */
	readonly needsAllPages: boolean;
	private readonly idField: string;
	/** The fields by which a change counts; none where only new records do. */
	private readonly compares: string[];
	private readonly records: Records;
	private readonly path: string;
	/** What new records are like. */
	private readonly example: IDataObject;
	/** Those that can come back. */
	private left: IDataObject[] = [];
	/** The records as they were when the service made a backup. */
	private backup?: IDataObject[];
	private made = 0;

	constructor(
		{ store }: Sandbox,
		private readonly list: WatchedList,
	) {
		const { parameters, idField, itsCase, recordsOf, path } = watchedBy(list.event);
		this.parameters = { ...parameters, ...list.parameters };
		this.idField = idField;
		this.compares = list.compares ?? itsCase.compares ?? [];
		this.records = list.recordsIn?.(store) ?? recordsOf(store);
		this.needsAllPages = path === SEARCH || list.recordsIn !== undefined;
		this.path = path;
		const known = Object.fromEntries(this.compares.map((field) => [field, null]));
		this.example = { ...known, ...nth(recordsOf(usual).all()) };
	}

	/** Whether a request is for a list page of the list, and not for what the trigger has to know before. */
	isListPage(path: string): boolean {
		return path !== SEARCH || this.path === SEARCH;
	}

	/** What the service lists now, in whatever order. */
	listed(): Seen[] {
		const { holds = () => true } = this.list;
		return this.records
			.all()
			.filter(holds)
			.map((record) => this.see(record));
	}

	/** A record of an answer, or an item of the trigger. */
	see(record: IDataObject): Seen {
		const content = JSON.stringify(this.compares.map((field) => record[field] ?? null));
		return { id: String(record[this.idField] as string), content };
	}

	add(): void {
		const n = this.made++;
		const id = `${this.idField}-${n}`;
		this.records.add({ ...this.example, ...this.list.make?.(n), [this.idField]: id });
	}

	/** `at` chooses the record. */
	happen({ do: what, at }: Change): void {
		const all = this.records.all();
		const record = all.length > 0 ? cycle(all, at) : undefined;
		const remove = ({ [this.idField]: id }: IDataObject) => this.records.remove(String(id as string));
		const takesOne = ['remove', 'replace', 'leave'].includes(what);
		if (record && takesOne) remove(record);
		if (record && what === 'leave') this.left.push(record);
		if (record && what === 'change') Object.assign(record, this.list.change(at, record));
		if (record && what === 'touch') record.updatedAt = timestamp(at);
		if (what === 'add' || what === 'replace') this.add();
		if (what === 'comeBack' && this.left.length > 0) this.records.add(this.left.shift()!);
		if (what === 'backUp') this.backup = structuredClone([...all]);
		if (what !== 'rollBack' || this.backup === undefined) return;
		for (const one of [...all]) remove(one);
		this.left = [];
		for (const one of structuredClone(this.backup)) this.records.add(one);
	}
}
