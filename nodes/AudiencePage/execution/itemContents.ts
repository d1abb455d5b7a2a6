import type { INodeExecutionData } from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { forEachInTurns, isTurnOver, nextTurn } from '../shared/turns';
import type { NodeContext } from './nodeExecution';

/** The items of a run: n8n's declarative engine gives a context one item, but also all that the run was given. */
export function inputItemsOf(context: NodeContext): INodeExecutionData[] {
	const items = context.getInputData();
	return Array.isArray(items) ? items : (context.getExecuteData().data.main?.[0] ?? []);
}

/** What tells the items of a run apart, wherever they stand: hashes of their JSON, made when they are asked for. */
export class ItemContents {
	private readonly hashes: string[] = [];

	constructor(private readonly items: INodeExecutionData[]) {}

	get count(): number {
		return this.items.length;
	}

	hashOf(item: number): string {
		return (this.hashes[item] ??= contentHash(this.items[item]?.json ?? {}));
	}
}

/** In which runs of the node an execution has had which contents. It is kept with the execution. */
export interface Occurrences {
	lastRun: number;
	/** By the short hash of a content: the index of a run, for each item of the run that has it. */
	runs: Record<string, number[]>;
}

/** An execution keeps one for each item: 64 bits tell those of an execution apart. */
const shortHash = (hash: string): string => hash.slice(0, 16);

/** Counts the equal items that came before an item in its execution, over all runs of the node. */
export class OccurrenceCounter {
	private readonly countsBefore: number[] = [];
	/** Settled when `occurrences` has nothing of an earlier attempt at this run. */
	private readonly isReady: Promise<void>;

	/** @param occurrences of the execution: those of this run are added, in place of what an attempt at it has left */
	constructor(
		private readonly occurrences: Occurrences,
		private readonly run: number,
		private readonly contents: ItemContents,
	) {
		const isRepeated = occurrences.lastRun >= run;
		this.isReady = forEachInTurns(isRepeated ? Object.entries(occurrences.runs) : [], ([hash, runs]) => {
			occurrences.runs[hash] = runs.filter((one) => one < run);
		});
		occurrences.lastRun = run;
	}

	/** The same for an item whatever became of those before it: they were restored, refused or written. */
	async countBefore(item: number): Promise<number> {
		const { occurrences, run, contents, countsBefore } = this;
		await this.isReady;
		while (countsBefore.length <= item) {
			if (isTurnOver()) await nextTurn();
			const hash = contents.hashOf(countsBefore.length);
			const runs = (occurrences.runs[shortHash(hash)] ??= []);
			countsBefore.push(runs.length);
			runs.push(run);
		}
		return countsBefore[item] as number;
	}
}
