import type { seedStore } from './seed';

/** The sandbox's state. Tests read it and change it as they like; answers follow at once. */
export type Store = ReturnType<typeof seedStore>;

/** Records in the order they were added, found by id. */
export class Collection<T> {
	private readonly byId: Map<string, T>;

	constructor(
		private readonly idField: keyof T,
		private readonly records: T[],
	) {
		this.byId = new Map(records.map((record) => [record[idField] as string, record]));
	}

	get size(): number {
		return this.records.length;
	}

	all(): readonly T[] {
		return this.records;
	}

	get(id: string): T | undefined {
		return this.byId.get(id);
	}

	add(record: T): T {
		this.records.push(record);
		this.byId.set(record[this.idField] as string, record);
		return record;
	}

	remove(id: string): void {
		const record = this.byId.get(id);
		if (record === undefined) return;
		this.byId.delete(id);
		this.records.splice(this.records.indexOf(record), 1);
	}
}

/**
 * A collection for each parent, made when it is asked for; empty for a parent that was not there at
 * first.
 */
export class Children<T> {
	private readonly byParent = new Map<string, Collection<T>>();
	private readonly seeded: Map<string, () => T[]>;

	constructor(
		private readonly idField: keyof T,
		parentIds: string[],
		seedOf: (n: number) => T[],
	) {
		this.seeded = new Map(parentIds.map((id, n) => [id, () => seedOf(n)]));
	}

	of(parentId: string): Collection<T> {
		const children =
			this.byParent.get(parentId) ??
			new Collection(this.idField, this.seeded.get(parentId)?.() ?? []);
		this.byParent.set(parentId, children);
		return children;
	}
}
