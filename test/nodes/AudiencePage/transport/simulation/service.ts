import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { aNode } from '../../../../support/node';
import type { Clock } from '../../../../support/virtualTime';
import { RETRY_AFTER, type Limit, type RetryAfter } from './limits';

export interface ServiceOptions {
	limit: Limit;
	retryAfter: RetryAfter;
	/** After so many rate limits in a row, all further ones are 503 instead of 429. */
	turnsAfter?: number;
	/** The key of the credential: each has a limiter of its own. */
	apiKey: string;
	/** How long its requests take, as a part of what they take otherwise. */
	slowness?: number;
	/** How long a turn of n8n's event loop takes at most, in milliseconds: it handles responses in its turns. */
	longestTurn?: number;
}

/** Of n8n's turns, so many are long. */
const LONG_TURNS = 0.3;
/** How long the others take at most, in milliseconds. */
const SHORT_TURN = 20;

/** How long a request takes to the service and back each, and how long it is processed: from this to twice this. */
const TRANSFER = 8;
const PROCESSING = 16;
/** How long a request takes on average. */
export const ROUND_TRIP = (2 * TRANSFER + PROCESSING) * 1.5;

/** A service behind n8n's own function for requests, without HTTP, that lives by a clock. */
export class SimulatedService {
	/** The requests that were accepted, in order. */
	readonly accepted: IHttpRequestOptions[] = [];
	/** How many requests it has answered, in whatever way. */
	answers = 0;
	private rateLimitedInARow = 0;
	/** When n8n's turn ends. */
	private turnEnd = 0;

	constructor(
		private readonly clock: Clock,
		private readonly options: ServiceOptions,
	) {}

	/** n8n's context, as much of it as sending needs. */
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

	private async answer(request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
		await this.pass(TRANSFER);
		const response = await this.process(request);
		await this.pass(TRANSFER);
		this.answers++;
		await this.nextTurn();
		return response;
	}

	private async process(request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
		const { limit, retryAfter, turnsAfter = Infinity } = this.options;
		const milliseconds = limit.take(this.clock.now, request);
		if (milliseconds > 0) {
			const statusCode = ++this.rateLimitedInARow > turnsAfter ? 503 : 429;
			const headers: IDataObject = {};
			const value = RETRY_AFTER[retryAfter](milliseconds);
			if (value !== undefined) headers['retry-after'] = value;
			return { statusCode, headers, body: {} };
		}
		this.rateLimitedInARow = 0;
		await this.pass(PROCESSING);
		this.accepted.push(request);
		limit.end?.();
		return { statusCode: 200, headers: {}, body: { items: [], accountLogId: 'log_1', personId: 'person_1' } };
	}

	private async nextTurn(): Promise<void> {
		const { clock } = this;
		const { longestTurn } = this.options;
		if (longestTurn === undefined) return;
		while (this.turnEnd <= clock.now) {
			const most = Math.random() < LONG_TURNS ? longestTurn : SHORT_TURN;
			this.turnEnd += Math.max(1, Math.random() * most);
		}
		// Those of one turn are handled in any order.
		await clock.wait(this.turnEnd - clock.now + Math.random() / 1000);
	}

	private async pass(min: number): Promise<void> {
		const { slowness = 1 } = this.options;
		await this.clock.wait(slowness * min * (1 + Math.random()));
	}
}
