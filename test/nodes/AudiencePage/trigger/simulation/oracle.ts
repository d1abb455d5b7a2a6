/**
 * What a trigger owes its user, by what was in the list alone: nothing twice, nothing missed when
 * polls go well.
 */
import { NodeApiError, type IDataObject } from 'n8n-workflow';
import type { FaultKind, RecordedRequest, Sandbox } from '../../../../service/sandbox';
import type { Seen, World } from './lists';
import type { Change, Poll } from './steps';

/** The content that a record was last known with; undefined if it was not known. */
type Last = string | undefined;

/** What the trigger must know by the state that n8n gives it. */
export interface Known {
	/** A record may be known in several ways. */
	known: ReadonlyMap<string, ReadonlySet<Last>>;
	/** Whether it has begun: what was there before may be no news. */
	isBegun: boolean;
}

const NEVER: ReadonlySet<Last> = new Set([undefined]);

/** What there was to see for a poll, or for several at the same time, and what came of it. */
interface Observed {
	/** All that was in the list at some time of it, each as its ID and its content. */
	existed: Map<string, Set<string>>;
	/** Whether the list stayed as it was. */
	isStill: boolean;
	/** Whether its time was up, be it that it had just come to its end. */
	isStopped: boolean;
	/** Whether n8n has been given what the trigger remembers. */
	isRemembered: boolean;
	/** What went wrong on the way. */
	faults: FaultKind[];
	delivered: IDataObject[];
	/** Why it failed. */
	error?: Error;
}

export class Oracle {
	belief: Known;
	/** What was there while the first read from Now, which may take several polls, went on. */
	private readonly existedAtStart = new Map<string, Set<string>>();
	private firstPolls = 0;

	constructor(
		private readonly world: World,
		readonly promised: {
			startFrom: 'now' | 'everything';
			maxPerPoll: number;
			fullReadEvery: number;
		},
	) {
		this.belief = { known: new Map(), isBegun: promised.startFrom === 'everything' };
	}

	/** What of the list was certainly not delivered as it is now, in whichever way it is known. */
	undelivered(): Seen[] {
		const { known } = this.belief;
		return this.world.listed().filter(({ id, content }) => !(known.get(id) ?? NEVER).has(content));
	}

	/**
	 * Judges a poll that has not failed: with `mustSeeAll`, it has read the whole list, if nothing
	 * went wrong.
	 */
	judge(observed: Observed, mustSeeAll: boolean): void {
		const { delivered, existed, isStill, isStopped, faults } = observed;
		if (!this.belief.isBegun) {
			this.begin(observed);
			return;
		}
		const { maxPerPoll } = this.promised;
		if (delivered.length > maxPerPoll)
			throw new Error(`${delivered.length} of ${maxPerPoll} at most`);
		const owed = Math.min(maxPerPoll, this.undelivered().length);
		const isQuiet = isStill && !isStopped && faults.length === 0;
		if (mustSeeAll && isQuiet && delivered.length < owed) {
			throw new Error(`Of ${owed} that are new, ${delivered.length} were delivered`);
		}
		const known = new Map(this.belief.known);
		const ids = new Set<string>();
		for (const item of delivered) {
			const { id, content } = this.world.see(item);
			if (!existed.get(id)?.has(content))
				throw new Error(`${id} was delivered as it never was: ${content}`);
			if (ids.has(id)) throw new Error(`${id} was delivered twice in one poll`);
			ids.add(id);
			const others = [...(known.get(id) ?? NEVER)].filter((last) => last !== content);
			const { hidden } = this.world;
			if (others.length === 0 && !hidden.get(id))
				throw new Error(`${id} was delivered again, as it was before: ${content}`);
			// Some items say what their record was before; null: it is new. Hidden, it may have been
			// anything.
			const from = item.from === null ? undefined : JSON.stringify([item.from]);
			if (item.from !== undefined && !hidden.has(id) && !others.includes(from)) {
				throw new Error(`${id} was said to come from ${from}, which it was not`);
			}
			if (hidden.has(id)) hidden.set(id, false);
			known.set(id, new Set([content]));
		}
		this.belief = { known, isBegun: true };
	}

	/** A poll of the first read from Now. */
	private begin({ delivered, existed, isStill, isRemembered }: Observed): void {
		if (delivered.length > 0)
			throw new Error('Something was delivered that was there at the beginning');
		this.firstPolls++;
		for (const [id, contents] of existed) {
			const before = this.existedAtStart.get(id) ?? [];
			this.existedAtStart.set(id, new Set([...before, ...contents]));
		}
		if (!isRemembered) return;
		// What changes meanwhile may be known in any way, or not at all.
		const isCertain = isStill && this.firstPolls === 1;
		const waysOf = (contents: Set<string>) =>
			isCertain ? contents : new Set([undefined, ...contents]);
		const known = new Map([...this.existedAtStart].map(([id, contents]) => [id, waysOf(contents)]));
		this.belief = { known, isBegun: true };
	}
}

export interface Scene {
	sandbox: Sandbox;
	/** Whether n8n has been given what the trigger remembers. */
	isRemembered: () => boolean;
	world: World;
	apply: (change: Change) => void;
}

/**
 * Lets `poll` run once for each of the polls at the same time, with all that the step has in store
 * for it.
 */
export async function observe(
	{ sandbox, world, apply, isRemembered }: Scene,
	{ atOnce = 1, trouble, endsAfter, meanwhile = [] }: Poll,
	poll: () => Promise<IDataObject[]>,
): Promise<Observed> {
	const seen: Observed = {
		existed: new Map(),
		isStill: true,
		isStopped: false,
		isRemembered: false,
		faults: [],
		delivered: [],
	};
	const exist = () => {
		for (const { id, content } of world.listed()) {
			seen.existed.set(id, (seen.existed.get(id) ?? new Set()).add(content));
		}
	};
	exist();

	const timeUp = new AbortController();
	const stop = () => {
		seen.isStopped = true;
		timeUp.abort();
	};
	let end = Infinity;
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		end = performance.now() + milliseconds;
		return timeUp.signal;
	});
	const requests: RecordedRequest[] = [];
	let listPages = 0;
	Object.assign(sandbox.settings, {
		onRequest: (request: RecordedRequest) => {
			const n = requests.push(request) - 1;
			// What the service asks to wait passes at once, and is time all the same.
			if (performance.now() >= end) stop();
			if (trouble && n >= trouble.at && n < trouble.at + trouble.times)
				sandbox.failNext(trouble.kind);
			for (const { change } of meanwhile.filter(({ at }) => at === n)) {
				apply(change);
				seen.isStill = false;
				exist();
			}
		},
		onAnswer: ({ path }: RecordedRequest, { status }: { status: number }) => {
			if (status < 300 && world.isListPage(path) && ++listPages === endsAfter) stop();
		},
	});
	if (endsAfter === 0) stop();
	const results = await Promise.allSettled(Array.from({ length: atOnce }, poll));
	timeout.mockRestore();
	for (const result of results) {
		if (result.status === 'fulfilled') seen.delivered.push(...result.value);
		else seen.error = result.reason as Error;
	}
	seen.isRemembered = isRemembered();
	seen.faults = requests.flatMap(({ fault }) => fault ?? []);
	return seen;
}

/** Whether the page search does not give all pages in its one answer. */
function isCut({ settings, store }: Sandbox): boolean {
	const { defaultLimit, maxLimit, mostPerPage } = settings;
	const size = maxLimit < 100 ? defaultLimit : Math.min(maxLimit, mostPerPage);
	return store.pages.all().length > size;
}

/**
 * Judges a poll that has failed. As n8n starts (`isTakenUp`), this is only logged: the failure is a
 * text then.
 */
export function judgeFailure(
	{ sandbox, world }: Scene,
	{ faults, isStopped, delivered }: Observed,
	failure: Error | string,
	isTakenUp: boolean,
): void {
	const mayFail = faults.length > 0 || isStopped || (world.needsAllPages && isCut(sandbox));
	if (!mayFail) throw failure instanceof Error ? failure : new Error(failure);
	if (delivered.length > 0) throw new Error('A poll failed, and something was delivered');
	const isAsDue = isTakenUp ? typeof failure === 'string' : failure instanceof NodeApiError;
	if (!isAsDue) throw new Error(`A poll failed in the wrong way: ${String(failure)}`);
}
