interface Closable {
	close(): Promise<void>;
}

/** What was started, to be ended in reverse. */
export class Opened {
	private readonly parts = new Set<Closable>();

	add<T extends Closable>(part: T): T {
		this.parts.add(part);
		return part;
	}

	remove(part: Closable): void {
		this.parts.delete(part);
	}

	/** Closes all, the last first, even where one fails; throws what failed first. */
	async close(): Promise<void> {
		const errors: unknown[] = [];
		for (const part of [...this.parts].reverse())
			await part.close().catch((error: unknown) => errors.push(error));
		if (errors.length > 0) throw errors[0];
	}
}
