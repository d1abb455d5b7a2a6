import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cycle } from '../../../../service/random';
import type { Sandbox } from '../../../../service/sandbox';
import { seedStore } from '../../../../service/seed';
import { DEFAULT_SIZES } from '../../../../service/seed/sizes';
import { timestamp } from '../../../../service/seed/time';
import { watchedBy } from '../../../../support/everyEvent';
import { nth } from '../../../../support/records';
import { contentOf } from './content';
import type { Records, WatchedList } from './lists';

/** A record as the event sees it. */
export interface Seen {
	id: string;
	/** What its changes are told by; the same for all where they do not count. */
	content: string;
}

const SEARCH = '/v0/pages/search';

/** So many of the service are kept. */
const BACKUPS = 6;

const usual = seedStore(1, DEFAULT_SIZES);

/** A list of the sandbox that is watched, with all that happens to it. */
export class World {
	readonly parameters: INodeParameters;
	private readonly idField: string;
	/** The fields by which a change counts; undefined where only new records do. */
	private readonly compares?: string[];
	private readonly records: Records;
	private readonly path: string;
	/** Whether the page search must give all pages in its one answer. */
	readonly needsAllPages: boolean;
	/** What new records are like. */
	private readonly example: IDataObject;
	private left: IDataObject[] = [];
	/** The records as they were at the last backups of the service. */
	private readonly backups: IDataObject[][] = [];
	/** Records that a backup did not have. */
	private readonly lost: IDataObject[] = [];
	/** Fields that the service does not give of any record. */
	private readonly hidden = new Set<string>();
	private made = 0;

	constructor(
		{ store }: Sandbox,
		private readonly watched: WatchedList,
	) {
		const { parameters, idField, itsCase, recordsOf, path } = watchedBy(watched.event);
		this.parameters = { ...parameters, ...watched.parameters };
		this.idField = idField;
		this.compares = watched.compares ?? itsCase.compares;
		this.records = watched.recordsIn?.(store) ?? (recordsOf(store) as Records);
		this.needsAllPages = path === SEARCH || watched.recordsIn !== undefined;
		this.path = path;
		this.example = nth(recordsOf(usual).all());
	}

	/** Whether a request is for a list page of the list, and not for what the trigger has to know before. */
	isListPage(path: string): boolean {
		return path !== SEARCH || this.path === SEARCH;
	}

	/** What the service lists now, in whatever order. */
	list(): Seen[] {
		const { holds = () => true } = this.watched;
		return this.records
			.all()
			.filter(holds)
			.map((record) => this.see(this.shown(record)));
	}

	/** A record of an answer, or an item of the trigger. */
	see(record: IDataObject): Seen {
		return { id: String(record[this.idField] as string), content: contentOf(record, this.compares) };
	}

	/** What an item says that its record was before, if it says that; undefined in it: the record is new. */
	fromOf({ from }: IDataObject): { content: string | undefined } | null {
		if (from === undefined) return null;
		return { content: from === null ? undefined : JSON.stringify([[from]]) };
	}

	/** A record as the service gives it. */
	shown<R>(record: R): R {
		if (this.hidden.size === 0) return record;
		const fields = Object.entries(record as IDataObject).filter(([field]) => !this.hidden.has(field));
		return Object.fromEntries(fields) as R;
	}

	/** A new release of the service: a field vanishes from all records, or appears in all of them. */
	release(at: number): void {
		if (this.compares === undefined) return;
		const field = cycle(this.compares, at);
		if (!this.hidden.delete(field)) this.hidden.add(field);
	}

	add(): void {
		const n = this.made++;
		const id = `${this.idField}-${n}`;
		this.records.add({ ...this.example, ...this.watched.make?.(n), [this.idField]: id });
	}

	remove(at: number): void {
		this.take(at);
	}

	/** The record can come back. */
	leave(at: number): void {
		const record = this.take(at);
		if (record) this.left.push(record);
	}

	comeBack(): void {
		const record = this.left.shift();
		if (record) this.records.add(record);
	}

	/** The service makes a backup of the list. */
	backUp(): void {
		this.backups.push(structuredClone([...this.records.all()]));
		if (this.backups.length > BACKUPS) this.backups.shift();
	}

	/** The service is restored from a backup: what came since is gone, what changed since is as it was. */
	rollBack(at: number): void {
		if (this.backups.length === 0) return;
		const backup = structuredClone(cycle(this.backups, at));
		const isIn = (records: readonly IDataObject[]) => {
			const ids = new Set(records.map(({ [this.idField]: id }) => id));
			return ({ [this.idField]: id }: IDataObject) => ids.has(id);
		};
		const now = [...this.records.all()];
		this.lost.push(...now.filter((record) => !isIn(backup)(record)));
		this.left = this.left.filter((record) => !isIn(backup)(record));
		for (const { [this.idField]: id } of now) this.records.remove(String(id as string));
		for (const record of backup) this.records.add(record);
	}

	/** What was lost with a backup is entered once more, and is another record to the service. */
	enterAgain(): void {
		const record = this.lost.shift();
		if (record) this.records.add({ ...record, [this.idField]: `${this.idField}-${this.made++}` });
	}

	change(at: number): void {
		const record = this.recordAt(at);
		if (record) Object.assign(record, this.watched.change(at, record));
	}

	touch(at: number): void {
		const { touch = (n: number) => ({ updatedAt: timestamp(n) }) } = this.watched;
		Object.assign(this.recordAt(at) ?? {}, touch(this.made++));
	}

	private recordAt(at: number): IDataObject | undefined {
		const records = this.records.all();
		return records.length > 0 ? cycle(records, at) : undefined;
	}

	private take(at: number): IDataObject | undefined {
		const record = this.recordAt(at);
		if (record) this.records.remove(String(record[this.idField] as string));
		return record;
	}
}
