import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { connectionId, CREDENTIAL } from '../transport/connection';

/** Longer than the service's searches and lists can be late, in milliseconds. */
const MAX_AGE = 5 * 60_000;
/** What was created before a list was read, and is forgotten, has to be in it. */
const MAX_LIST_AGE = 4 * 60_000;

interface Memory<Row extends IDataObject> {
	/** As written; none if a creation was not confirmed, or an update has failed. */
	record?: Row;
	/** As `performance.now()` counts. */
	writtenAt: number;
}

const ignoreError = (): void => undefined;

/**
 * Records that this process has written, or may have, in the last five minutes, by what they are
 * looked up by: a search may not show them yet, and a list may be older.
 */
export class RecentRecords<Row extends IDataObject> {
	/** The latest comes last. */
	private readonly memories = new Map<string, Memory<Row>>();
	private readonly lastTaskOf = new Map<string, Promise<unknown>>();

	/** @param lookup what the record is looked up by, within the connection of `context` */
	async keyOf(context: IExecutePaginationFunctions, ...lookup: string[]): Promise<string> {
		const connection = connectionId(await context.getCredentials(CREDENTIAL));
		return JSON.stringify([connection, ...lookup]);
	}

	/** Runs the tasks of one key one after the other, whatever run of this process they are of. */
	async inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
		const previous = this.lastTaskOf.get(key);
		const runAfter = async () => {
			await previous?.catch(ignoreError);
			return await task();
		};
		const running = runAfter();
		this.lastTaskOf.set(key, running);
		try {
			return await running;
		} finally {
			if (this.lastTaskOf.get(key) === running) this.lastTaskOf.delete(key);
		}
	}

	wrote(key: string, record: Row): void {
		this.remember(key, { record, writtenAt: performance.now() });
	}

	/** A creation was not confirmed, or an update has failed: only the service knows. */
	doubt(key: string): void {
		this.remember(key, { writtenAt: performance.now() });
	}

	/** The newer one: what the service showed at `readAt`, or what this process has written. */
	newest(key: string, shown: Row | undefined, readAt: number): Row | undefined {
		const memory = this.get(key);
		if (memory === undefined) return shown;
		const isShownLater = shown !== undefined && readAt >= memory.writtenAt;
		return isShownLater ? shown : memory.record;
	}

	/** Whether only the service knows what the record is, and whether it is there. */
	isInDoubt(key: string): boolean {
		const memory = this.get(key);
		return memory !== undefined && memory.record === undefined;
	}

	private get(key: string): Memory<Row> | undefined {
		this.forgetOld();
		return this.memories.get(key);
	}

	private remember(key: string, memory: Memory<Row>): void {
		this.forgetOld();
		this.memories.delete(key);
		this.memories.set(key, memory);
	}

	private forgetOld(): void {
		const oldest = performance.now() - MAX_AGE;
		for (const [key, { writtenAt }] of this.memories) {
			if (writtenAt >= oldest) return;
			this.memories.delete(key);
		}
	}
}

interface Reading<List> {
	/** When the service was asked, as `performance.now()` counts. */
	readAt: number;
	list: Promise<List>;
}

/** A list that the items of a run read together, and again before `RecentRecords` forgets. */
export class SharedList<List> {
	private latest?: Reading<List>;

	/** Rejects if it can't be read; then the next item reads it again. */
	async get(read: () => Promise<List>): Promise<{ readAt: number; list: List }> {
		const oldest = performance.now() - MAX_LIST_AGE;
		if (this.latest === undefined || this.latest.readAt < oldest) this.latest = this.start(read);
		const { readAt, list } = this.latest;
		return { readAt, list: await list };
	}

	/** After a write that has failed and may be done: the next item reads the list again. */
	forget(): void {
		this.latest = undefined;
	}

	private start(read: () => Promise<List>): Reading<List> {
		const readAt = performance.now();
		const list = read().catch((error: Error) => {
			this.forget();
			throw error;
		});
		return { readAt, list };
	}
}
