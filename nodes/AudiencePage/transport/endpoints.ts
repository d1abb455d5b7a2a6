/** An endpoint that was refused so often in a row, while others were taken, has a limit of its own. */
const REFUSALS_OF_ITS_OWN = 3;

interface Refusals {
	/** The number of the last request that was refused. */
	last: number;
	/** How often it was, since others that were sent later had been taken. */
	overtaken: number;
}

/** What the service takes and refuses by endpoint. Requests are numbered in the order in which they were sent. */
export class Endpoints {
	private readonly lastTaken = new Map<string, number>();
	private readonly refusals = new Map<string, Refusals>();

	taken(endpoint: string, number: number): void {
		this.lastTaken.set(endpoint, Math.max(this.lastTakenAt(endpoint), number));
		this.refusals.delete(endpoint);
	}

	/** The number of the last request to the endpoint that was taken; 0 if none was. */
	lastTakenAt(endpoint: string): number {
		return this.lastTaken.get(endpoint) ?? 0;
	}

	/** @returns whether the endpoint has a limit of its own, as far as is seen */
	refused(endpoint: string, number: number): boolean {
		const { last, overtaken } = this.refusals.get(endpoint) ?? { last: Infinity, overtaken: 0 };
		const isOvertaken = Math.max(...this.lastTaken.values()) > last;
		const refusals = { last: number, overtaken: overtaken + Number(isOvertaken) };
		this.refusals.set(endpoint, refusals);
		return refusals.overtaken >= REFUSALS_OF_ITS_OWN;
	}
}
