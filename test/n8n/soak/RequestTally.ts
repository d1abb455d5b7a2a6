import type { RecordedRequest } from '../../service/sandbox';

/** Counts requests and forgets them: a soak has too many to keep. */
export class RequestTally {
	requests = 0;
	/** How often each fault was met. */
	readonly faults = new Map<string, number>();

	/** Takes those that have ended out of the sandbox's record. */
	take(recorded: RecordedRequest[]): void {
		const open = recorded.filter(({ endedAt }) => endedAt === undefined);
		for (const { endedAt, fault } of recorded) {
			if (endedAt === undefined) continue;
			this.requests += 1;
			if (fault !== undefined) this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
		}
		recorded.splice(0, recorded.length, ...open);
	}
}
