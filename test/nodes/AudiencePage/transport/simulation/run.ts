import type { IHttpRequestOptions } from 'n8n-workflow';

import { ApiClient } from '../../../../../nodes/AudiencePage/transport/apiClient';
import { useVirtualTime, type Clock } from '../../../../support/virtualTime';
import type { Limit, RetryAfter } from './limits';
import { SimulatedService, type ServiceOptions } from './service';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** Each request has a number of its own. */
let requests = 0;
export type RequestOf = (n: number) => IHttpRequestOptions;
const createPerson: RequestOf = (n) => ({ method: 'POST', url: '/v0/persons', body: { n } });

export interface RunOptions {
	maxConcurrentRequests?: number;
	/** What it sends. */
	request?: RequestOf;
}

interface Context {
	helpers: { httpRequestWithAuthentication(type: string, request: IHttpRequestOptions): Promise<unknown> };
}

/** A run that sends requests to simulated services, and what is seen of it. All times are in milliseconds. */
export class SimulatedRun {
	/** When each of its requests was sent, retries included. */
	readonly sentAt: number[] = [];
	/** When each request had its result, whatever it was. */
	readonly endedAt: number[] = [];
	readonly errors: Array<Error & { description?: string }> = [];
	mostInFlight = 0;
	private readonly controller = new AbortController();
	private readonly client: ApiClient;
	private inFlight = 0;

	constructor(
		private readonly clock: Clock,
		private readonly service: SimulatedService,
		private readonly options: RunOptions = {},
	) {
		const { maxConcurrentRequests = 64 } = options;
		this.client = new ApiClient({ maxConcurrentRequests, abortSignal: this.controller.signal });
	}

	/** How many requests were successful. */
	get done(): number {
		return this.endedAt.length - this.errors.length;
	}

	/** When the last request had its result. */
	get end(): number {
		return Math.max(...this.endedAt);
	}

	/** How many requests were sent between two times. */
	sentBetween(from: number, to = Infinity): number {
		return this.sentAt.filter((at) => at > from && at <= to).length;
	}

	abort(): void {
		this.controller.abort();
	}

	/** Sends so many requests at once, and waits for the results of all. */
	async send(count: number, { service = this.service, request = this.options.request } = {}): Promise<void> {
		const context = this.contextAt(service) as never;
		const sending = Array.from({ length: count }, async () => {
			await this.client
				.send(context, (request ?? createPerson)(requests++), { maxRetries: 5, timeout: 60_000 })
				.catch((error: Error) => this.errors.push(error));
			this.endedAt.push(this.clock.now);
		});
		await Promise.all(sending);
	}

	private contextAt(service: SimulatedService): Context {
		const { helpers, ...context }: Context = service.context;
		return {
			...context,
			helpers: {
				httpRequestWithAuthentication: async (type, request) => {
					this.sentAt.push(this.clock.now);
					this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
					return await helpers.httpRequestWithAuthentication(type, request).finally(() => this.inFlight--);
				},
			},
		};
	}
}

/** Each test has keys of its own: what goes to one service with one key shares a limiter. */
let keys = 0;
export const aKey = () => `key ${++keys} of the runs`;

/** For the tests of a file: a clock for each of them, and what lives by it. */
export function useSimulation() {
	const clock = useVirtualTime();
	return {
		now: () => clock.now,
		after: (milliseconds: number, happen: () => void) => clock.after(milliseconds, happen),
		wait: async (milliseconds: number) => await clock.wait(milliseconds),
		/** Lets time pass until all of this has come to its end. */
		finish: async (...work: Array<Promise<unknown>>) => void (await Promise.all(work)),
		aService: (limit: Limit, retryAfter: RetryAfter = 'exact', options: Partial<ServiceOptions> = {}) =>
			new SimulatedService(clock, { limit, retryAfter, apiKey: aKey(), ...options }),
		aRun: (service: SimulatedService, options?: RunOptions) => new SimulatedRun(clock, service, options),
		/** After so many milliseconds. */
		later: async (milliseconds: number, begin: () => Promise<void>): Promise<void> => {
			await clock.wait(milliseconds);
			await begin();
		},
	};
}
