/** What each event watches: a list in the sandbox, and how its records come, change and go. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../service/sandbox';
import { cycle } from '../../../../service/random';
import type { Collection } from '../../../../service/store';

/** A record as the event sees it. */
export interface Seen {
	id: string;
	/** What its changes are told by; the same for all where they do not count. */
	content: string;
}

/** What an event makes of a list of the sandbox. */
export interface Watched<R> {
	/** Without those of all events. */
	parameters: INodeParameters;
	collection: Collection<R>;
	idField: string;
	/** A new record, its ID apart; `n` is never the same. */
	make: (n: number) => R;
	/** Another content, as `n` chooses; it may be the same again. */
	change: (record: R, n: number) => void;
	/** Other values of what is no content. */
	touch: (record: R, n: number) => void;
	/** Which records the list holds; all by default. */
	holds?: (record: R) => boolean;
	/** By what a change counts; undefined where only new records do. */
	contentOf?: (record: IDataObject) => unknown;
}

export type Watching = (sandbox: Sandbox) => Watched<object>;

const isThere = () => true;

/** A list that is watched, with all that happens to it. */
export class World {
	private readonly left: object[] = [];
	private made = 0;

	constructor(private readonly watched: Watched<object>) {}

	get parameters(): INodeParameters {
		return this.watched.parameters;
	}

	/** Whether changes are told, and not only new records. */
	get tellsChanges(): boolean {
		return this.watched.contentOf !== undefined;
	}

	/** What the service lists now, in whatever order. */
	list(): Seen[] {
		const { collection, holds = isThere } = this.watched;
		return collection
			.all()
			.filter(holds)
			.map((record) => this.see(record));
	}

	/** A record of an answer, or an item of the trigger. */
	see(record: object): Seen {
		const { idField, contentOf } = this.watched;
		const fields = record as IDataObject;
		return { id: String(fields[idField] as string), content: JSON.stringify(contentOf?.(fields) ?? null) };
	}

	/** What an item says that its record was before, if it says that; undefined in it: the record is new. */
	fromOf(item: IDataObject): { content: string | undefined } | null {
		if (!('from' in item)) return null;
		return { content: item.from === null ? undefined : JSON.stringify(item.from) };
	}

	add(): void {
		const { collection, idField, make } = this.watched;
		const n = this.made++;
		collection.add({ ...make(n), [idField]: `${idField}-${n}` });
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
		if (record) this.watched.collection.add(record);
	}

	change(at: number): void {
		const record = this.recordAt(at);
		if (record) this.watched.change(record, at);
	}

	touch(at: number): void {
		const record = this.recordAt(at);
		if (record) this.watched.touch(record, this.made++);
	}

	private recordAt(at: number): object | undefined {
		const records = this.watched.collection.all();
		return records.length > 0 ? cycle(records, at) : undefined;
	}

	private take(at: number): object | undefined {
		const { collection, idField } = this.watched;
		const record = this.recordAt(at);
		if (record) collection.remove(String((record as IDataObject)[idField] as string));
		return record;
	}
}
