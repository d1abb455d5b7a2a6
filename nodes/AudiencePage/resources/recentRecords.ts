import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { connectionId, CREDENTIAL } from '../transport/connection';

/** Longer than a search of the service can be late; in milliseconds. */
const MAX_AGE = 5 * 60_000;

interface Recent<Row extends IDataObject> {
	/** As written; none if it may have been created, or an update of it may have failed. */
	record?: Row;
	at: number;
}

/**
 * Records that this process has created, or may have, in the last five minutes, by what they are
 * looked up by: a search may not show them yet.
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

	get(key: string): Recent<Row> | undefined {
		this.forgetOld();
		return this.recent.get(key);
	}

	created(key: string, record: Row): void {
		this.remember(key, { record, at: performance.now() });
	}

	/** A creation was not confirmed. */
	mayExist(key: string): void {
		this.remember(key, { at: performance.now() });
	}

	/** An update has failed: what was created is there, but its values are not known. */
	mayDiffer(key: string): void {
		if (this.recent.has(key)) this.mayExist(key);
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
