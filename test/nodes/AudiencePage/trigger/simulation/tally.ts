/** What a simulation did, for its record. */
import type { Observed } from './observe';

export class Tally {
	steps = 0;
	polls = 0;
	requests = 0;
	deliveries = 0;
	restores = 0;
	/** Of polls, by the fault that came last. */
	private readonly failures = new Map<string, number>();

	add({ delivered, error, faults, isStopped, requests }: Observed): void {
		this.polls++;
		this.requests += requests;
		this.deliveries += delivered.length;
		if (error === undefined) return;
		const kind = faults.at(-1) ?? (isStopped ? 'late' : 'tooMany');
		this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1);
	}

	toString(): string {
		const { steps, polls, requests, deliveries, restores } = this;
		const failures = [...this.failures].map(([kind, times]) => `${kind} ${times}`).sort();
		const counts = { steps, polls, requests, deliveries, restores };
		const told = Object.entries(counts).map(([what, times]) => `${what} ${times}`);
		return `${told.join(', ')}; failed polls: ${failures.join(', ')}`;
	}
}
