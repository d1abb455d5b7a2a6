/** So many may hold it at once; the others wait, in the order in which they come. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	/** `isFirst`: it goes before the others that wait. */
	async acquire(isFirst = false): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		await new Promise<void>((resolve) => {
			if (isFirst) this.waiting.unshift(resolve);
			else this.waiting.push(resolve);
		});
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free++;
	}
}
