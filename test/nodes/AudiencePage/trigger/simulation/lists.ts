/**
 * The lists of all events, some of them with the filters that they take, and all that happens to
 * their records.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { cycle } from '../../../../service/random';
import type { Sandbox } from '../../../../service/sandbox';
import { seedStore } from '../../../../service/seed';
import { timestamp } from '../../../../service/seed/time';
import type { Collection, Store } from '../../../../service/store';
import { watched, watchedBy, type Records } from '../../../../support/everyEvent';
import { nth } from '../../../../support/records';
import type { Change } from './steps';

const usual = seedStore();

/**
 * A list that an event watches. Each function gives fields of a record that are other than before.
 */
export interface WatchedList {
	event: string;
	/** Which of several lists of the event. */
	of?: string;
	/** Beside what the event needs. */
	parameters?: INodeParameters;
	/** Of a new record; `n` is never the same. */
	make?: (n: number) => IDataObject;
	/** Another content, as `n` chooses; it may be the same again. */
	change?: (n: number) => IDataObject;
	/** Where the records are, if not where the case of the event says. */
	recordsIn?: (store: Store) => Records;
	/** Which records the trigger tells; all by default. */
	tells?: (record: IDataObject) => boolean;
}

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

const allPages: Omit<WatchedList, 'event'> = {
	of: 'all pages',
	make: status,
	change: status,
	parameters: { pageId: { __rl: true, mode: 'list', value: '' } },
	recordsIn: onAllPages,
};

/**
 * Of the lists of all events; those of `BESIDES` too. Where nothing is said, records only come and
 * go.
 */
const SPECIAL: Record<string, Omit<WatchedList, 'event'>> = {
	assetTrashed: {
		make: (n) => ({ trashedAt: timestamp(n) }),
		change: (n) => ({ trashedAt: timestamp(n) }),
	},
	audiencePublished: { make: status, change: status, tells: (one) => one.status === 'published' },
	audienceStatusChanged: { make: status, change: status },
	pageLinkCreated: { make: () => ({ tenantDomainId: usual.tenantDomainIds.fallback }) },
	personUpdated: {
		change: (n) =>
			n % 2 === 0 ? { name: cycle(['Ada', 'Bob'], n / 2) } : { email: cycle([null, 'a@b.c'], n) },
	},
	topicEntryChanged: {
		change: (n) =>
			n % 2 === 0
				? { sortOrder: n % 3 }
				: { content: { type: 'text', content: `Version ${n % 3}` } },
	},
};

const BESIDES: WatchedList[] = [
	{ event: 'audienceCreated', ...allPages },
	{ event: 'audienceStatusChanged', ...allPages },
	{
		event: 'personUpdated',
		of: 'a domain',
		make: (n) => ({ email: n % 3 === 0 ? 'ada@other.example' : 'ada@club.example' }),
		change: (n) => (n % 2 === 0 ? { slug: `slug-${n % 3}` } : { name: cycle(['Ada', 'Bob'], n) }),
		parameters: { filters: { domain: 'club.example' } },
		tells: ({ email }) => email === 'ada@club.example',
	},
];

export const LISTS = [...watched.map(({ event }) => ({ event, ...SPECIAL[event] })), ...BESIDES];

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
	private readonly left: IDataObject[] = [];
	private made = 0;
	private readonly tells: (record: IDataObject) => boolean;
	/**
	 * Those that were not told at some time, and whether since they were last delivered: then they
	 * are news again.
	 */
	readonly hidden = new Map<string, boolean>();

	constructor(
		{ store }: Sandbox,
		private readonly list: WatchedList,
	) {
		const { parameters, idField, itsCase, recordsOf, path } = watchedBy(list.event);
		this.parameters = { ...parameters, ...list.parameters };
		this.idField = idField;
		this.compares = itsCase.compares ?? [];
		if (this.compares.length > 0 && !list.change)
			throw new Error(`lists.ts: add how ${list.event} changes`);
		this.records = list.recordsIn?.(store) ?? recordsOf(store);
		this.needsAllPages = path === SEARCH || list.recordsIn !== undefined;
		this.path = path;
		const known = Object.fromEntries(this.compares.map((field) => [field, null]));
		this.example = { ...known, ...nth(recordsOf(usual).all()) };
		this.tells = list.tells ?? (() => true);
		this.hide();
	}

	/**
	 * Whether a request is for a list page of the list, and not for what the trigger has to know
	 * before.
	 */
	isListPage(path: string): boolean {
		return path !== SEARCH || this.path === SEARCH;
	}

	/** What the trigger may tell of the list as it is now. */
	listed(): Seen[] {
		return this.records
			.all()
			.filter(this.tells)
			.map((record) => this.see(record));
	}

	private hide(): void {
		for (const record of this.records.all())
			if (!this.tells(record)) this.hidden.set(this.see(record).id, true);
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
		this.hide();
	}

	/** `at` chooses the record. */
	happen({ do: what, at }: Change): void {
		const { change = (n) => ({ updatedAt: timestamp(n) }) } = this.list;
		const all = this.records.all();
		const record = all.length > 0 ? cycle(all, at) : undefined;
		if (record && ['remove', 'replace', 'leave'].includes(what))
			this.records.remove(String(record[this.idField] as string));
		if (record && what === 'leave') this.left.push(record);
		if (record && what === 'change') Object.assign(record, change(at));
		if (what === 'add' || what === 'replace') this.add();
		if (what === 'comeBack' && this.left.length > 0) this.records.add(this.left.shift()!);
		this.hide();
	}
}
