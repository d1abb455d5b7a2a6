/** Runs that send requests to services, on a simulated clock. All times are in milliseconds. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { ApiClient } from '../../../../../nodes/AudiencePage/transport/apiClient';
import { logging } from '../../../../support/log';
import { aNode } from '../../../../support/node';
import { useVirtualTime, type Clock } from '../../../../support/virtualTime';
import { RETRY_AFTER, type Limit, type RetryAfter } from './limits';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

export type RequestOf = (n: number) => IHttpRequestOptions;
const createPerson: RequestOf = (n) => ({ method: 'POST', url: '/v0/persons', body: { n } });

/**
 * Each request has a number of its own, and each service a key: what goes to one with one key
 * shares a limiter.
 */
let requests = 0;
let keys = 0;
export const aKey = () => `key ${++keys} of the runs`;

interface ServiceOptions {
	apiKey?: string;
	/** How long a request takes on average. */
	roundTrip?: number;
	/** How long a turn of n8n's event loop takes at most: it handles responses in its turns. */
	longestTurn?: number;
}

/** A service behind n8n's own function for requests, without HTTP. */
class SimulatedService {
	/** How many requests it has answered, and when it has accepted one. */
	answers = 0;
	readonly acceptedAt: number[] = [];
	readonly apiKey: string;
	private turnEnd = 0;

	constructor(
		private readonly clock: Clock,
		private readonly limit: Limit,
		private readonly retryAfter: RetryAfter,
		private readonly options: ServiceOptions,
	) {
		this.apiKey = options.apiKey ?? aKey();
	}

	async answer(request: IHttpRequestOptions): Promise<IDataObject> {
		const { clock, limit } = this;
		const { roundTrip = 48, longestTurn = 0 } = this.options;
		/** A quarter of the round trip is the way there, and another the way back. */
		const pass = async (part: number) =>
			await clock.wait((roundTrip * part * (1 + Math.random())) / 1.5);
		await pass(1 / 4);
		const milliseconds = limit.take(clock.now, request);
		if (milliseconds === 0) {
			await pass(1 / 2);
			this.acceptedAt.push(clock.now);
			limit.end?.();
		}
		await pass(1 / 4);
		this.answers++;
		if (longestTurn > 0) {
			const most = Math.random() < 0.3 ? longestTurn : 20;
			while (this.turnEnd <= clock.now) this.turnEnd += Math.max(1, Math.random() * most);
			// Those of one turn are handled in any order.
			await clock.wait(this.turnEnd - clock.now + Math.random() / 1000);
		}
		const body = { items: [], accountLogId: 'log_1', personId: 'person_1' };
		if (milliseconds === 0) return { statusCode: 200, headers: {}, body };
		return {
			statusCode: 429,
			headers: { 'retry-after': RETRY_AFTER[this.retryAfter](milliseconds) },
			body,
		};
	}
}

interface RunOptions {
	maxConcurrentRequests?: number;
	request?: RequestOf;
}

/** What is seen of a run. */
export class SimulatedRun {
	/** When each of its requests was sent, retries included. */
	readonly sentAt: number[] = [];
	/** When each request had its result, whatever it was. */
	readonly endedAt: number[] = [];
	readonly errors: Array<Error & { description?: string }> = [];
	private readonly controller = new AbortController();
	private readonly client: ApiClient;

	constructor(
		private readonly clock: Clock,
		private readonly service: SimulatedService,
		private readonly options: RunOptions,
	) {
		const { maxConcurrentRequests = 64 } = options;
		this.client = new ApiClient({ maxConcurrentRequests, abortSignal: this.controller.signal });
	}

	/** How many requests were successful. */
	get done(): number {
		return this.endedAt.length - this.errors.length;
	}

	get end(): number {
		return Math.max(...this.endedAt);
	}

	sentBetween(from: number, to = Infinity): number {
		return this.sentAt.filter((at) => at > from && at <= to).length;
	}

	abort(): void {
		this.controller.abort();
	}

	/** Sends so many requests at once, and waits for the results of all. */
	async send(count: number): Promise<void> {
		const { service, clock } = this;
		const { request = createPerson } = this.options;
		const context = {
			...logging,
			getNode: () => aNode,
			getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: service.apiKey }),
			helpers: {
				httpRequestWithAuthentication: async (_type: string, sent: IHttpRequestOptions) => {
					this.sentAt.push(clock.now);
					return await service.answer(sent);
				},
			},
		} as never;
		const sending = Array.from({ length: count }, async () => {
			await this.client
				.send(context, request(requests++))
				.catch((error: Error) => this.errors.push(error));
			this.endedAt.push(clock.now);
		});
		await Promise.all(sending);
	}
}

/** For the tests of a file: a clock for each of them, and what lives by it. */
export function useSimulation() {
	const clock = useVirtualTime();
	return {
		clock,
		aService: (limit: Limit, retryAfter: RetryAfter = 'exact', options: ServiceOptions = {}) =>
			new SimulatedService(clock, limit, retryAfter, options),
		aRun: (service: SimulatedService, options: RunOptions = {}) =>
			new SimulatedRun(clock, service, options),
		/** After so many milliseconds. */
		later: async (milliseconds: number, begin: () => unknown): Promise<void> => {
			await clock.wait(milliseconds);
			await begin();
		},
	};
}
