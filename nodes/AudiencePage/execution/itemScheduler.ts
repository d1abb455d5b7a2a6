import { sleep } from 'n8n-workflow';

/** The event loop gets its turn after so many milliseconds of evaluating, at the latest. */
const MAX_BLOCKING_MS = 10;

/** Lets items begin one after the other: only so many at a time, and never so that n8n stands still. */
export class ItemScheduler {
	private begun = 0;
	private hasRoom?: () => void;
	private turnBegan = performance.now();

	/**
	 * Waits for the next item's turn.
	 *
	 * @param most items that may have begun and not ended
	 */
	async next(most: number): Promise<void> {
		if (this.begun >= most) await new Promise<void>((resolve) => (this.hasRoom = resolve));
		if (performance.now() - this.turnBegan < MAX_BLOCKING_MS) return;
		await sleep(0);
		this.turnBegan = performance.now();
	}

	begin(): void {
		this.begun++;
	}

	end(): void {
		this.begun--;
		this.hasRoom?.();
	}
}
