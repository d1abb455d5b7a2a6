/** Decides, when a request has arrived, what becomes of it. */
import { randomFrom, type Random } from '../random';
import type { RecordedRequest } from '../recording';
import type { Settings } from '../settings';
import { FAULT_KINDS, isForLists, type FaultKind } from './kinds';
import { TokenBucket } from './TokenBucket';

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

interface Command {
	kind: FaultKind;
	left: number;
	when: (request: RecordedRequest) => boolean;
}

/** The fates of the requests to one sandbox, by its settings and by command. */
export class FaultPlan {
	private commands: Command[] = [];
	private readonly timesSeen = new Map<string, number>();
	private readonly bucket = new TokenBucket();

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
		const { latencyMs, rateLimit } = this.settings.faults;
		const random = this.randomFor(request);
		const drawn = random();
		const latency = Array.isArray(latencyMs)
			? latencyMs[0] + random() * (latencyMs[1] - latencyMs[0])
			: latencyMs;

		const canHit = (kind: FaultKind): boolean => isList || !isForLists(kind);
		const commanded = this.commanded(request, canHit);
		if (commanded !== undefined) return { fault: commanded, latencyMs: latency, retryAfterMs: 0 };
		const retryAfterMs = rateLimit === undefined ? 0 : this.bucket.take(rateLimit, this.now());
		if (retryAfterMs > 0) return { fault: 'tooManyRequests', latencyMs: latency, retryAfterMs };
		return { fault: this.byChance(request, canHit, drawn), latencyMs: latency, retryAfterMs };
	}

	private commanded(request: RecordedRequest, canHit: (kind: FaultKind) => boolean): FaultKind | undefined {
		const command = this.commands.find(({ kind, when }) => canHit(kind) && when(request));
		if (command === undefined) return undefined;
		command.left -= 1;
		this.commands = this.commands.filter(({ left }) => left > 0);
		return command.kind;
	}

	private byChance(
		request: RecordedRequest,
		canHit: (kind: FaultKind) => boolean,
		drawn: number,
	): FaultKind | undefined {
		const { chances, when } = this.settings.faults;
		if (!when(request)) return undefined;
		let upTo = 0;
		const kind = FAULT_KINDS.find((candidate) => {
			upTo += chances[candidate] ?? 0;
			return drawn < upTo;
		});
		return kind !== undefined && canHit(kind) ? kind : undefined;
	}

	/** By what is asked and how often it was before: the order in which requests arrive does not matter. */
	private randomFor({ method, url, rawBody }: RecordedRequest): Random {
		const asked = `${this.settings.faults.seed} ${method} ${url} ${rawBody}`;
		const times = this.timesSeen.get(asked) ?? 0;
		this.timesSeen.set(asked, times + 1);
		return randomFrom(`${times} ${asked}`);
	}
}
