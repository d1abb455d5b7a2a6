/**
 * Runs that send thousands of requests to a service with a limit, through the limiter, on the
 * virtual clock: over HTTP, that would take minutes. All times are in milliseconds.
 */
import {
	limiterFor,
	type Caller,
	type Limiter,
} from '../../../../nodes/AudiencePage/transport/limiter';
import type { Limit } from '../../../service/limits';
import { useVirtualTime, type Clock } from '../../../support/virtualTime';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** Whether the service asks to wait, in whole seconds, until it accepts something again. */
export type RetryAfter = 'exact' | 'none';

let keys = 0;

/** A service as one process of n8n meets it. */
class SimulatedService {
	/** How many requests it has answered, and when it has accepted one. */
	answers = 0;
	readonly acceptedAt: number[] = [];
	/** Each process has one of its own. */
	readonly limiter: Limiter = limiterFor(
		{ baseUrl: 'https://api.example.com', apiKey: `key ${++keys}` },
		'POST /v0/persons',
	);

	constructor(
		private readonly clock: Clock,
		private readonly limit: Limit,
		private readonly retryAfter: RetryAfter,
		/** How long a request takes on average. */
		private readonly roundTrip: number,
	) {}

	/** @returns whether the request is accepted, and if not, for how long the service asks to wait */
	async answer(): Promise<{ isAccepted: boolean; wait?: number }> {
		const { clock, limit } = this;
		await this.pass(1 / 4);
		const milliseconds = limit.take(clock.now);
		const isAccepted = milliseconds === 0;
		if (isAccepted) {
			await this.pass(1 / 2);
			this.acceptedAt.push(clock.now);
			limit.end?.();
		}
		await this.pass(1 / 4);
		this.answers++;
		const asksToWait = !isAccepted && this.retryAfter === 'exact';
		const wait = asksToWait ? Math.ceil(milliseconds / SECOND) * SECOND : undefined;
		return { isAccepted, wait };
	}

	private async pass(share: number): Promise<void> {
		await this.clock.wait((this.roundTrip * share * (1 + Math.random())) / 1.5);
	}
}

/** What is seen of a run. */
class SimulatedRun {
	/** When each of its requests was sent, those that were refused included. */
	readonly sentAt: number[] = [];
	/** When each request had its result, whatever it was. */
	readonly endedAt: number[] = [];
	readonly errors: Error[] = [];
	private readonly controller = new AbortController();
	private readonly caller: Caller = { abortSignal: this.controller.signal };

	constructor(
		private readonly clock: Clock,
		private readonly service: SimulatedService,
	) {}

	/** How many requests were successful. */
	get done(): number {
		return this.endedAt.length - this.errors.length;
	}

	get end(): number {
		return Math.max(...this.endedAt);
	}

	sentBetween(from: number, to = Infinity): number {
		return this.sentAt.filter((time) => time > from && time <= to).length;
	}

	abort(): void {
		this.controller.abort();
	}

	/** Sends so many requests, at most 64 at once, and waits for the results of all. */
	async send(count: number, atOnce = 64): Promise<void> {
		let left = count;
		const sendOneByOne = async () => {
			while (left-- > 0) await this.sendOne();
		};
		await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
	}

	private async sendOne(): Promise<void> {
		await this.sendUntilAccepted().catch((error: Error) => this.errors.push(error));
		this.endedAt.push(this.clock.now);
	}

	private async sendUntilAccepted(): Promise<void> {
		const { limiter } = this.service;
		for (let isAccepted = false; !isAccepted; ) {
			const release = await limiter.acquire(this.caller);
			if (this.controller.signal.aborted) {
				release();
				throw new Error('aborted');
			}
			this.sentAt.push(this.clock.now);
			const answer = await this.service.answer();
			release(answer.isAccepted ? 'accepted' : 'rateLimited', answer.wait);
			isAccepted = answer.isAccepted;
		}
	}
}

/** For the tests of a file: a clock for each of them, and what lives by it. */
export function useSimulation() {
	const clock = useVirtualTime();
	return {
		clock,
		aService: (limit: Limit, retryAfter: RetryAfter = 'exact', roundTrip = 48) =>
			new SimulatedService(clock, limit, retryAfter, roundTrip),
		aRun: (service: SimulatedService) => new SimulatedRun(clock, service),
		/** After so many milliseconds. */
		later: async (milliseconds: number, begin: () => unknown): Promise<void> => {
			await clock.wait(milliseconds);
			await begin();
		},
	};
}
