import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { aNode } from '../../../../support/node';
import type { Clock } from './clock';
import { RETRY_AFTER, type Limit, type RetryAfter } from './limits';

export interface ServiceOptions {
	limit: Limit;
	retryAfter: RetryAfter;
	/** Of so many refusals in a row, all further ones are 503 instead of 429. */
	turnsAfter?: number;
	/** The key of the credential: each has a limiter of its own. */
	apiKey: string;
}

/** Ways of a request to the service and back, and what the service needs for it, each from this time to twice this time. */
const WAY = 8;
const WORK = 16;
/** What a request takes, on the average. */
export const ROUND_TRIP = (2 * WAY + WORK) * 1.5;

/** A service behind n8n's own function for requests, without HTTP, that lives by a clock. */
export class SimulatedService {
	/** What was taken, in its order. */
	readonly taken: IHttpRequestOptions[] = [];
	readonly statuses = new Map<number, number>();
	private refusedInARow = 0;

	constructor(
		private readonly clock: Clock,
		private readonly options: ServiceOptions,
	) {}

	/** n8n's context, as far as sending goes. */
	get context() {
		return {
			getNode: () => aNode,
			getCredentials: async () => ({ baseUrl: 'https://api.example.com', apiKey: this.options.apiKey }),
			helpers: {
				httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) =>
					await this.answer(request),
			},
		} as never;
	}

	get answers(): number {
		return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
	}

	private async answer(request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
		await this.pass(WAY);
		const response = await this.work(request);
		await this.pass(WAY);
		this.statuses.set(response.statusCode, (this.statuses.get(response.statusCode) ?? 0) + 1);
		return response;
	}

	private async work(request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
		const { limit, retryAfter, turnsAfter = Infinity } = this.options;
		const milliseconds = limit.take(this.clock.now, request);
		if (milliseconds > 0) {
			const statusCode = ++this.refusedInARow > turnsAfter ? 503 : 429;
			const headers: IDataObject = {};
			const value = RETRY_AFTER[retryAfter](milliseconds);
			if (value !== undefined) headers['retry-after'] = value;
			return { statusCode, headers, body: {} };
		}
		this.refusedInARow = 0;
		await this.pass(WORK);
		this.taken.push(request);
		limit.end?.();
		return { statusCode: 200, headers: {}, body: { items: [] } };
	}

	private async pass(least: number): Promise<void> {
		await this.clock.wait(least * (1 + Math.random()));
	}
}
