/** A list of each kind, and all that happens to its records. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { cycle } from '../../../../service/random';
import type { Sandbox } from '../../../../service/sandbox';
import { seedStore } from '../../../../service/seed';
import { timestamp } from '../../../../service/seed/time';
import type { Collection, Store } from '../../../../service/store';
import { watchedBy, type Records } from '../../../../support/everyEvent';
import { fromList } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import type { Change } from './steps';

export interface WatchedList {
	kind: string;
	event: string;
	/** Beside what the event needs. */
	parameters?: INodeParameters;
	/** The fields by which a change counts; none where only new records do. */
	counts: string[];
	/** Fields of a record that are other than before; `n` chooses. */
	change: (n: number) => IDataObject;
	/** Whether the page search must give all pages in its one answer. */
	needsAllPages: boolean;
	/** Where the records are, if not where the case of the event says. */
	recordsIn?: (store: Store) => Records;
}

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

/** Of a field that doesn't count. */
const isTouched = (n: number) => ({ updatedAt: timestamp(n) });

export const LISTS: WatchedList[] = [
	{
		kind: 'new records of a list with cursors',
		event: 'accountLogCreated',
		counts: [],
		change: isTouched,
		needsAllPages: false,
	},
	{
		kind: 'changes in a list with cursors',
		event: 'personUpdated',
		counts: ['name', 'email'],
		change: (n) =>
			n % 2 === 0 ? { name: cycle(['Ada', 'Bob'], n / 2) } : { email: cycle([null, 'a@b.c'], n) },
		needsAllPages: false,
	},
	{
		kind: 'new records of a list without cursors',
		event: 'pageCreated',
		counts: [],
		change: isTouched,
		needsAllPages: true,
	},
	{
		kind: 'changes in the lists of all pages',
		event: 'audienceStatusChanged',
		parameters: { pageId: fromList('') },
		counts: ['status'],
		change: (n) => ({ status: cycle(['draft', 'queued', 'published', 'archived'], n) }),
		needsAllPages: true,
		recordsIn: onAllPages,
	},
];

/** A record as the event sees it. */
export interface Seen {
	id: string;
	/** What its changes are told by; the same for all where they do not count. */
	content: string;
}

/** A list of the sandbox that is watched, with all that happens to it. */
export class World {
	private readonly idField: string;
	private readonly records: Records;
	/** What new records are like. */
	private readonly example: IDataObject;
	/** Those that can come back. */
	private readonly left: IDataObject[] = [];
	private added = 0;

	constructor(
		{ store }: Sandbox,
		private readonly list: WatchedList,
	) {
		const { idField, recordsOf } = watchedBy(list.event);
		this.idField = idField;
		this.records = list.recordsIn?.(store) ?? recordsOf(store);
		this.example = { ...nth(recordsOf(seedStore()).all()), ...list.change(0) };
	}

	listed(): Seen[] {
		return this.records.all().map((record) => this.see(record));
	}

	/** A record of the list, or an item of the trigger. */
	see(record: IDataObject): Seen {
		const content = JSON.stringify(this.list.counts.map((field) => record[field] ?? null));
		return { id: String(record[this.idField] as string), content };
	}

	add(): void {
		const id = `${this.idField}-${this.added++}`;
		this.records.add({ ...this.example, [this.idField]: id });
	}

	happen({ do: what, choice }: Change): void {
		if (what === 'add') this.add();
		const returning = what === 'comeBack' ? this.left.shift() : undefined;
		if (returning) this.records.add(returning);
		const all = this.records.all();
		if (all.length === 0) return;
		const record = cycle(all, choice);
		if (what === 'change') Object.assign(record, this.list.change(choice));
		if (what !== 'leave') return;
		this.records.remove(this.see(record).id);
		this.left.push(record);
	}
}
