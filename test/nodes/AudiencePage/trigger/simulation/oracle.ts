/**
 * What a trigger owes its user, worked out from what was in the list: nothing twice, and nothing missed once enough polls
 * went well (`settle` in run.ts). The trigger's own memory has no say in it.
 */
import { added, isNews, toldBy, type Last } from './content';
import type { Observed } from './observe';
import type { Seen, World } from './world';

/** What the trigger must know by the state that n8n gives it. */
export interface Known {
	/** A record may be known in several ways. */
	known: ReadonlyMap<string, ReadonlySet<Last>>;
	/** Whether it has begun: what was there before may be no news. */
	isBegun: boolean;
}

export interface Promised {
	startFrom: 'now' | 'everything';
	maxPerPoll: number;
	fullReadEvery: number;
}

const NEVER: ReadonlySet<Last> = new Set([undefined]);

/** Whether a record has to be told, in whichever way it is known. */
const isCertainNews = (content: string, known = NEVER): boolean =>
	[...known].every((last) => isNews(content, last));

export class Oracle {
	belief: Known;

	constructor(
		private readonly world: World,
		readonly promised: Promised,
	) {
		this.belief = { known: new Map(), isBegun: promised.startFrom === 'everything' };
	}

	/** What of the list was certainly not delivered as it is now. */
	undelivered(): Seen[] {
		const { known } = this.belief;
		return this.world.list().filter(({ id, content }) => isCertainNews(content, known.get(id)));
	}

	/**
	 * Judges a poll that has not failed.
	 *
	 * @param mustSeeAll whether it must have read the whole list, if nothing went wrong
	 * @throws Error if a promise is broken
	 */
	judge(poll: Observed, mustSeeAll: boolean): void {
		const { delivered, existed, isStill, isStopped, faults } = poll;
		if (!this.belief.isBegun) {
			if (delivered.length > 0) throw new Error('Something was delivered that was there at the beginning');
			// What changes meanwhile may be known in any way, or not at all.
			const waysOf = (contents: Set<string>) => (isStill ? contents : new Set([undefined, ...contents]));
			const known = new Map([...existed].map(([id, contents]) => [id, waysOf(contents)]));
			this.belief = { known, isBegun: true };
			return;
		}
		const { maxPerPoll } = this.promised;
		const owed = this.undelivered().length;
		const known = this.learn(poll);
		if (delivered.length > maxPerPoll) throw new Error(`${delivered.length} of ${maxPerPoll} at most`);
		const isQuiet = isStill && !isStopped && faults.length === 0;
		if (mustSeeAll && isQuiet && delivered.length < Math.min(maxPerPoll, owed)) {
			throw new Error(`Of ${owed} that are new, ${delivered.length} were delivered`);
		}
		for (const [id, contents] of existed) {
			const before = [...(known.get(id) ?? NEVER)];
			const seen = before.flatMap((last) =>
				[...contents].filter((content) => !isNews(content, last)).map((content) => added(last, content)),
			);
			known.set(id, new Set([...before, ...seen]));
		}
		this.belief = { known, isBegun: true };
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
			const others = [...(known.get(id) ?? NEVER)].filter((last) => isNews(content, last));
			if (others.length === 0) throw new Error(`${id} was delivered again, as it was before: ${content}`);
			const from = this.world.fromOf(item);
			if (from !== null && !others.includes(from.content)) {
				throw new Error(`${id} was said to come from ${from.content}, which it was not`);
			}
			known.set(id, new Set(others.map((last) => added(last, content))));
		}
		return known;
	}
}
