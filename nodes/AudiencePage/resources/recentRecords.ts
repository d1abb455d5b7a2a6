import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { connectionId, CREDENTIAL } from '../transport/connection';

/** Longer than the service's searches and lists can be late, in milliseconds. */
const MAX_AGE = 5 * 60_000;
/** What was created before a list was read, and is forgotten, has to be in it. */
const MAX_LIST_AGE = 4 * 60_000;

interface Recent<Row extends IDataObject> {
	/** As written; none if a creation was not confirmed, or an update has failed. */
	record?: Row;
	at: number;
}

/**
 * Records that this process has written, or may have, in the last five minutes, by what they are
 * looked up by: a search may not show them yet, and a list may be older.
 */
export class RecentRecords<Row extends IDataObject> {
	private readonly recent = new Map<string, Recent<Row>>();
	private readonly lastTaskOf = new Map<string, Promise<void>>();

	/** @param lookup what the record is looked up by, within the connection of `context` */
	async keyOf(context: IExecutePaginationFunctions, ...lookup: string[]): Promise<string> {
		const connection = connectionId(await context.getCredentials(CREDENTIAL));
		return JSON.stringify([connection, ...lookup]);
	}

	/** Runs the tasks of one key one after the other, whatever run of this process they are of. */
	async inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
		const before = this.lastTaskOf.get(key) ?? Promise.resolve();
		const running = before.then(task);
		const ended = running.then(ignore, ignore);
		this.lastTaskOf.set(key, ended);
		void ended.then(() => {
			if (this.lastTaskOf.get(key) === ended) this.lastTaskOf.delete(key);
		});
		return await running;
	}

	wrote(key: string, record: Row): void {
		this.remember(key, { record, at: performance.now() });
	}

	/** A creation was not confirmed, or an update has failed: only the service knows. */
	doubt(key: string): void {
		this.remember(key, { at: performance.now() });
	}

	/** Since when only the service knows: what it showed before does not count. */
	doubtedSince(key: string): number {
		const recent = this.get(key);
		return recent && recent.record === undefined ? recent.at : -Infinity;
	}

	/** The newer one: as this process has written it, or as the service showed it at `readAt`. */
	newest(key: string, found: Row | undefined, readAt: number): Row | undefined {
		const { record, at } = this.get(key) ?? { at: -Infinity };
		return at > readAt ? (record ?? found) : (found ?? record);
	}

	/** Whether a record that can't be found may be there. */
	mayExist(key: string): boolean {
		return this.get(key) !== undefined;
	}

	private get(key: string): Recent<Row> | undefined {
		this.forgetOld();
		return this.recent.get(key);
	}

	private remember(key: string, recent: Recent<Row>): void {
		this.forgetOld();
		// The latest comes last.
		this.recent.delete(key);
		this.recent.set(key, recent);
	}

	private forgetOld(): void {
		const oldest = performance.now() - MAX_AGE;
		for (const [key, { at }] of this.recent) {
			if (at >= oldest) return;
			this.recent.delete(key);
		}
	}
}

const ignore = (): void => undefined;

/** A list that the items of a run read together, and again before `RecentRecords` forgets. */
export class SharedList<List> {
	private latest?: { readAt: number; list: Promise<List> };

	/** @param notBefore the earliest time at which it may have been read */
	async get(
		read: () => Promise<List>,
		notBefore = -Infinity,
	): Promise<{ readAt: number; list: List }> {
		const oldest = Math.max(notBefore, performance.now() - MAX_LIST_AGE);
		const known = this.latest;
		const { readAt, list } = known && known.readAt >= oldest ? known : this.readNow(read);
		return { readAt, list: await list };
	}

	private readNow(read: () => Promise<List>) {
		const list = read().catch((error: Error) => {
			// Later items read again.
			this.latest = undefined;
			throw error;
		});
		return (this.latest = { readAt: performance.now(), list });
	}
}
