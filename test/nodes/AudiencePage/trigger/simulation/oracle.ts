/**
 * What a trigger owes its user, by what was in the list alone: nothing twice, nothing missed when
 * polls go well.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Seen, World } from './lists';

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

export class Oracle {
	belief: Known;
	/** All that was in the list at some time of the poll, each as its ID and its content. */
	private existed = new Map<string, Set<string>>();
	/** Whether the list stays as it is while the first read from Now goes on, in one poll. */
	private isStill = true;

	constructor(
		private readonly world: World,
		startFrom: 'now' | 'everything',
		private readonly maxPerPoll: number,
	) {
		this.belief = { known: new Map(), isBegun: startFrom === 'everything' };
	}

	/** What of the list was certainly not delivered as it is now, in whichever way it is known. */
	undelivered(): Seen[] {
		const { known } = this.belief;
		return this.world.listed().filter(({ id, content }) => !(known.get(id) ?? NEVER).has(content));
	}

	/** A poll begins. */
	expectPoll(): void {
		if (this.belief.isBegun) this.existed = new Map();
		this.isStill = this.existed.size === 0;
		this.look();
	}

	/** The list has changed while a poll reads it. */
	lookAgain(): void {
		this.isStill = false;
		this.look();
	}

	/** Judges a poll that has not failed. */
	judge(delivered: IDataObject[], isRemembered: boolean): void {
		if (!this.belief.isBegun) {
			this.judgeFirstRead(delivered, isRemembered);
			return;
		}
		if (delivered.length > this.maxPerPoll)
			throw new Error(`${delivered.length} were delivered, of ${this.maxPerPoll} at most`);
		const known = new Map(this.belief.known);
		const ids = new Set<string>();
		for (const item of delivered) {
			const { id, content } = this.world.see(item);
			if (!this.existed.get(id)?.has(content))
				throw new Error(`${id} was delivered as it never was: ${content}`);
			if (ids.has(id)) throw new Error(`${id} was delivered twice in one poll`);
			ids.add(id);
			const ways = [...(known.get(id) ?? NEVER)];
			if (ways.every((last) => last === content))
				throw new Error(`${id} was delivered again, as it was before: ${content}`);
			known.set(id, new Set([content]));
		}
		this.belief = { known, isBegun: true };
	}

	/** The first read from Now may take several polls. */
	private judgeFirstRead(delivered: IDataObject[], isRemembered: boolean): void {
		if (delivered.length > 0)
			throw new Error('Something was delivered that was there at the beginning');
		if (!isRemembered) return;
		// What changes meanwhile may be known in any way, or not at all.
		const waysOf = (contents: Set<string>): Set<Last> =>
			this.isStill ? contents : new Set([undefined, ...contents]);
		const known = new Map([...this.existed].map(([id, contents]) => [id, waysOf(contents)]));
		this.belief = { known, isBegun: true };
	}

	private look(): void {
		for (const { id, content } of this.world.listed()) {
			const contents = this.existed.get(id) ?? new Set();
			this.existed.set(id, contents.add(content));
		}
	}
}
