/**
 * What a trigger owes its user, worked out from what was in the list and what the service showed: the
 * trigger's own memory has no say in it.
 */
import { added, isNews, toldBy, type Last } from './content';
import type { Observed, ShownPage } from './observe';
import type { Seen, World } from './world';

/** What the trigger must know by the state that n8n gives it. */
export interface Known {
	/** A record may be known in several ways where a reading was disturbed. */
	known: ReadonlyMap<string, ReadonlySet<Last>>;
	/** Whether it has begun: what was there before may be no news. */
	isBegun: boolean;
	/** The service's count when all was delivered; null if it did not tell, undefined if that is not known. */
	count?: number | null;
	/** Whether the last poll has seen something that it left for the next. */
	hasRest: boolean;
}

/** What a process must know of its own readings; another process does not know it. */
export interface History {
	/** Polls in a row that need not have looked at everything. */
	partial: number;
	/** When the last poll was that may have looked at everything, in minutes; at first, the first one. */
	wholeAt?: number;
	/** Whether the time of the last poll was up. */
	isStopped: boolean;
	/** The reading that may go on at the next poll, and the state of the list that it is of, if it is of one. */
	reading?: { version?: number };
}

export type Belief = Known & History;

/** The history of the process in which a trigger begins. */
export const BEGINNING: History = { partial: 0, isStopped: false };

/** The history of a process that knows nothing of what was read before: it has to read all. */
export const ANEW: History = {
	partial: Infinity,
	wholeAt: -Infinity,
	isStopped: false,
	reading: {},
};

export interface Promised {
	startFrom: 'now' | 'everything';
	maxPerPoll: number;
	fullReadEvery: number;
}

/** What a poll has read. */
interface Reading {
	/** How many new records it has delivered; undefined if that is not certain. */
	fresh: number | undefined;
	/** Which state of the list it was. */
	version: number;
	/** When it was. */
	minute: number;
	isAllSeen: boolean;
	/** Whether it has seen something that it has not delivered. */
	hasRest: boolean;
}

/** How old the last full reading may be where changes are told, in minutes. */
const LATEST_CHANGE = 15;

const NEVER: ReadonlySet<Last> = new Set([undefined]);

export class Oracle {
	belief: Belief;

	constructor(
		private readonly world: World,
		readonly promised: Promised,
	) {
		const isBegun = promised.startFrom === 'everything';
		this.belief = { ...BEGINNING, count: 0, known: new Map(), isBegun, hasRest: false };
	}

	/** What of these was certainly not delivered as it is now. */
	undelivered(records: Seen[]): Seen[] {
		return records.filter(({ id, content }) => isCertainNews(content, this.knownOf(id)));
	}

	/**
	 * Judges a poll that has not failed.
	 *
	 * @param version the number of the list's present state
	 * @param minute when the poll was
	 * @throws Error if a promise is broken
	 */
	judge(poll: Observed, version: number, minute: number): void {
		if (!this.belief.isBegun) {
			this.judgeBaseline(poll, minute);
			return;
		}
		const { maxPerPoll } = this.promised;
		const { delivered, pages } = poll;
		if (delivered.length > maxPerPoll) throw new Error(`${delivered.length} of ${maxPerPoll} at most`);
		const fresh = this.freshOf(delivered);
		const seen = this.undelivered(firstSeen(poll));
		const known = this.learn(poll);
		if (delivered.length < Math.min(maxPerPoll, seen.length)) {
			throw new Error(`Of ${seen.length} that are new and were seen, ${delivered.length} were delivered`);
		}
		const isAllSeen = poll.listed.every(({ id }) => isShown(pages, id));
		const hasRest = seen.some(({ id, content }) => isCertainNews(content, known.get(id)));
		if (!poll.isStopped) this.judgeReading(poll, { fresh, version, minute, isAllSeen, hasRest });

		if (poll.isStill && isAllSeen && !poll.isStopped && delivered.length < maxPerPoll) {
			for (const { id, content } of poll.listed) known.set(id, quietlySeen(content, known.get(id)));
		} else {
			for (const { id, content } of pages.flatMap(({ records }) => records)) {
				const before = known.get(id);
				// What was seen may be known by now, or not yet.
				if (before) known.set(id, new Set([...before, ...quietlySeen(content, before)]));
			}
		}
		const reading = { fresh, version, minute, isAllSeen, hasRest };
		this.belief = { ...this.belief, ...this.after(poll, reading), known };
	}

	private knownOf(id: string): ReadonlySet<Last> {
		return this.belief.known.get(id) ?? NEVER;
	}

	/** How many of these are new, and not only changed; undefined if that is not certain. */
	private freshOf(delivered: Observed['delivered']): number | undefined {
		const before = delivered.map((item) => this.knownOf(this.world.see(item).id));
		if (before.some((known) => known.size > 1)) return undefined;
		return before.filter((known) => known.has(undefined)).length;
	}

	/** Whether a poll whose time was not up has read as far as it must. */
	private judgeReading(poll: Observed, { fresh, version, minute, isAllSeen, hasRest }: Reading): void {
		const { maxPerPoll, fullReadEvery } = this.promised;
		const { delivered, pages } = poll;
		const { count, reading, ...before } = this.belief;
		const told = countOf(poll);
		const isCountKnown = count !== undefined && fresh !== undefined;
		const isExplained = isCountKnown && told !== null && count !== null && told === count + fresh;
		const mustSeeAll = before.hasRest || told === null || count === null || (isCountKnown && !isExplained);
		const isOld = this.world.tellsChanges && minute - (before.wholeAt ?? minute) >= LATEST_CHANGE;
		const isDue = isOld || before.partial + 1 >= fullReadEvery;

		const isEndSeen = delivered.length === maxPerPoll || pages.some(({ isLast }) => isLast);
		if ((mustSeeAll || isDue) && !isEndSeen) throw new Error('The reading ended before the list did');

		// What goes on does not look again at what it has seen, so it tells of no later change there.
		const isOfNow = !before.isStopped || reading?.version === version;
		if (!poll.isStill || !(mustSeeAll || (isDue && isOfNow))) return;
		const owed = this.undelivered(poll.listed).length;
		if (delivered.length < Math.min(maxPerPoll, owed)) {
			throw new Error(`Of ${owed} that are new, ${delivered.length} were delivered`);
		}
		const isContinued = before.isStopped && !mustSeeAll;
		const isUnsure = poll.listed.some(({ id }) => this.knownOf(id).size > 1);
		const isFull = hasRest || (isUnsure && delivered.length === maxPerPoll);
		if (!isFull && !isAllSeen && !isContinued) throw new Error('Not all of the list was looked at');
	}

	/** Checks what was delivered, one by one, and gives what is known then. */
	private learn({ delivered, existed }: Observed): Map<string, ReadonlySet<Last>> {
		const known = new Map(this.belief.known);
		const ids = new Set<string>();
		for (const item of delivered) {
			const { id, content: told } = this.world.see(item);
			const content = toldBy(told, existed.get(id));
			if (content === undefined) throw new Error(`${id} was delivered as it never was: ${told}`);
			if (ids.has(id)) throw new Error(`${id} was delivered twice in one poll`);
			ids.add(id);
			const others = [...this.knownOf(id)].filter((last) => isNews(content, last));
			if (others.length === 0) throw new Error(`${id} was delivered again, as it was before: ${content}`);
			const from = this.world.fromOf(item);
			if (from !== null && !others.includes(from.content)) {
				throw new Error(`${id} was said to come from ${from.content}, which it was not`);
			}
			known.set(id, new Set(others.map((last) => added(last, content))));
		}
		return known;
	}

	private judgeBaseline(poll: Observed, minute: number): void {
		const { delivered, isStill, listed, existed, pages } = poll;
		if (delivered.length > 0) throw new Error('Something was delivered that was there at the beginning');
		const known = new Map<string, ReadonlySet<Last>>(
			[...existed].map(([id, contents]) => [id, isStill ? contents : new Set([undefined, ...contents])]),
		);
		const isMissed = ({ id }: Seen) => !isShown(pages, id);
		if (isStill && listed.some(isMissed)) throw new Error('The baseline does not have all of the list');
		this.belief = { ...this.belief, known, isBegun: true, count: pages[0]?.totalCount, wholeAt: minute };
	}

	private after(poll: Observed, { fresh, version, minute, isAllSeen, hasRest }: Reading): Partial<Belief> {
		const { delivered, isStill, isStopped } = poll;
		const before = this.belief;
		const goesOn = isStopped || delivered.length === this.promised.maxPerPoll;
		// A reading that went on may be over at the end of the list, one that was disturbed at any time.
		const mayBeWhole = !isStill || isAllSeen || before.isStopped;
		const told = countOf(poll);
		const counted = add(before.count, fresh, told ?? Infinity);
		return {
			count: !goesOn ? told : mayBeWhole && counted !== told ? undefined : counted,
			partial: mayBeWhole ? 0 : before.partial + 1,
			wholeAt: mayBeWhole ? minute : (before.wholeAt ?? minute),
			hasRest: isStill && hasRest,
			isStopped,
			reading: !goesOn ? undefined : isStill ? (before.reading ?? { version }) : {},
		};
	}
}

/** Whether a record has to be told, in whichever way it is known. */
export const isCertainNews = (content: string, known = NEVER): boolean =>
	[...known].every((last) => isNews(content, last));

/** How a record is known that was seen and had not to be told. */
function quietlySeen(content: string, known = NEVER): ReadonlySet<Last> {
	const same = [...known].filter((last) => !isNews(content, last));
	return new Set(same.length > 0 ? same.map((last) => added(last, content)) : [content]);
}

/** A count with what was delivered since; no list has more than it says. */
function add(count: Belief['count'], fresh: number | undefined, most: number): Belief['count'] {
	if (count === null) return null;
	return count === undefined || fresh === undefined ? undefined : Math.min(count + fresh, most);
}

const countOf = ({ pages }: Observed): number | null => pages[0]?.totalCount ?? null;

const isShown = (pages: ShownPage[], id: string): boolean =>
	pages.some(({ records }) => records.some((record) => record.id === id));

/** Every record that was shown, as it was at first. */
function firstSeen({ pages }: Observed): Seen[] {
	const records = new Map<string, Seen>();
	for (const record of pages.flatMap((page) => page.records)) {
		if (!records.has(record.id)) records.set(record.id, record);
	}
	return [...records.values()];
}
