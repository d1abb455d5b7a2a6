/** Decides, when a request has arrived, what becomes of it. */
import { randomFrom, type Random } from '../random';
import type { RecordedRequest } from '../recording';
import type { Settings } from '../settings';
import { FAULT_KINDS, isForLists, type FaultKind } from './kinds';
import type { RateLimit } from './settings';

export interface FailNextOptions {
	/** How many requests. */
	times?: number;
	/** Which requests; all of them by default. */
	when?: (request: RecordedRequest) => boolean;
}

/** What becomes of a request. */
export interface Fate {
	fault?: FaultKind;
	/** How long to wait before anything happens. */
	latencyMs: number;
	/** When the rate limit has room again. */
	retryAfterMs: number;
}

/** The fates of the requests to one sandbox, by its settings and by command. */
export class FaultPlan {
	private commands: Array<{ kind: FaultKind; left: number; when: (request: RecordedRequest) => boolean }> =
		[];
	private readonly timesSeen = new Map<string, number>();
	private bucket: { limit?: RateLimit; tokens: number; filledAt: number } = { tokens: 0, filledAt: 0 };

	constructor(
		private readonly settings: Settings,
		private readonly now: () => number,
	) {}

	/** The next requests that it can hit get this fault: before the rate limit and before chances. */
	failNext(kind: FaultKind, { times = 1, when = () => true }: FailNextOptions = {}): void {
		this.commands.push({ kind, left: times, when });
	}

	/** To be asked once a request, when its body is there; `isList` says that it asks for a page. */
	fateOf(request: RecordedRequest, isList: boolean): Fate {
		const { latencyMs: latency, rateLimit, chances } = this.settings.faults;
		const random = this.randomFor(request);
		const drawn = random();
		const latencyMs = Array.isArray(latency) ? latency[0] + random() * (latency[1] - latency[0]) : latency;

		const canHit = (kind: FaultKind): boolean => isList || !isForLists(kind);
		const command = this.commands.find(({ kind, when }) => canHit(kind) && when(request));
		if (command !== undefined) {
			command.left -= 1;
			this.commands = this.commands.filter(({ left }) => left > 0);
			return { fault: command.kind, latencyMs, retryAfterMs: 0 };
		}
		const retryAfterMs = rateLimit === undefined ? 0 : this.takeToken(rateLimit);
		if (retryAfterMs > 0) return { fault: 'tooManyRequests', latencyMs, retryAfterMs };
		let upTo = 0;
		const fault = FAULT_KINDS.find((kind) => drawn < (upTo += chances[kind] ?? 0));
		return { fault: fault && canHit(fault) ? fault : undefined, latencyMs, retryAfterMs };
	}

	/** Takes a token, or gives the milliseconds until there is one. A new limit begins with a full bucket. */
	private takeToken(limit: RateLimit): number {
		const { perSecond, burst } = limit;
		const now = this.now();
		const { bucket } = this;
		const grown = ((now - bucket.filledAt) / 1000) * perSecond;
		const tokens = limit === bucket.limit ? Math.min(burst, bucket.tokens + grown) : burst;
		const isTaken = tokens >= 1;
		this.bucket = { limit, tokens: isTaken ? tokens - 1 : tokens, filledAt: now };
		return isTaken ? 0 : ((1 - tokens) / perSecond) * 1000;
	}

	/** By what is asked and how often it was before: the order in which requests arrive does not matter. */
	private randomFor({ method, url, rawBody }: RecordedRequest): Random {
		const asked = `${this.settings.faults.seed} ${method} ${url} ${rawBody}`;
		const times = this.timesSeen.get(asked) ?? 0;
		this.timesSeen.set(asked, times + 1);
		return randomFrom(`${times} ${asked}`);
	}
}
