/** What can go wrong between a request and its answer: by command, by chance, or for a rate limit. */
import type { Answer } from './answers';
import {
	RETRY_AFTER,
	tokenBucket,
	type Limit,
	type RetryAfter,
} from '../nodes/AudiencePage/transport/simulation/limits';
import { cursorAt } from './paging';
import { randomFrom } from './random';
import type { RecordedRequest } from './recording';

/** A bucket that holds the requests of one second: what comes when it is empty is answered with 429. */
export interface RateLimit {
	perSecond: number;
	/** How a 429 says when to come back. */
	retryAfter: RetryAfter;
}

/** Faults by chance, and load: what a test can set while the sandbox runs. */
export interface Faults {
	/**
	 * Which requests draw which fault: the same seed and the same requests (method, URL, body, how many times
	 * since the sandbox started) give the same faults.
	 */
	seed: number;
	/** Share of requests, 0 to 1, by kind of fault; together at most 1. */
	chances: Partial<Record<FaultKind, number>>;
	/** Milliseconds before a request has any effect: fixed, or drawn from the first to the second. */
	latencyMs: number | [number, number];
	/** A new object begins with a full bucket. Undefined: no limit. */
	rateLimit?: RateLimit;
	/** The body of the 4xx and 5xx of faults. */
	errorBody: object;
	/** The origin that redirects lead to, without a slash at its end; a redirect needs it. */
	redirectTo?: string;
}

/** No faults, no latency, no limit. */
export const noFaults = (): Faults => ({
	seed: 1,
	chances: {},
	latencyMs: 0,
	errorBody: { message: 'The sandbox was told to fail' },
});

interface Scene {
	request: { url: string; query: RecordedRequest['query'] };
	faults: Faults;
	/** Milliseconds until the rate limit has room again. */
	retryAfterMs: number;
}

const PAGE =
	'<!DOCTYPE html>\n<html><head><title>Please wait</title></head><body>One moment …</body></html>\n';

const failure =
	(status: number) =>
	({ faults: { errorBody } }: Scene): Answer => ({ status, body: errorBody });

const cut = (how: Answer['cut']) => (_scene: Scene, answer?: Answer) => ({ status: 0, ...answer, cut: how });

/** Faults that leave a request without effect: what is answered instead. */
const unapplied = {
	internalError: failure(500),
	badGateway: failure(502),
	unavailable: failure(503),
	gatewayTimeout: failure(504),
	unprocessable: failure(422),
	tooManyRequests: ({ faults: { errorBody: body, rateLimit }, retryAfterMs }) => {
		const retryAfter = RETRY_AFTER[rateLimit?.retryAfter ?? 'exact'](retryAfterMs) ?? '';
		return { status: 429, body, headers: { 'retry-after': retryAfter } };
	},
	redirect: ({ request, faults: { redirectTo } }) => {
		if (redirectTo === undefined) throw new Error('settings.faults.redirectTo is not set');
		return { status: 307, headers: { location: redirectTo + request.url } };
	},
	resetBefore: cut('before'),
	silence: cut('silence'),
} satisfies Record<string, (scene: Scene) => Answer>;

/** Faults of the answer: the request is carried out all the same. */
const applied = {
	unavailableAfter: failure(503),
	resetAfter: cut('before'),
	cutShort: cut('within'),
	html: () => ({ status: 200, body: PAGE, headers: { 'content-type': 'text/html; charset=utf-8' } }),
	silenceAfter: cut('silence'),
} satisfies Record<string, (scene: Scene, answer: Answer) => Answer>;

/** A list that was refused stays refused. */
const withCursor = ({ status, body }: Answer, nextCursor: unknown): Answer => ({
	status,
	body: status < 300 ? { ...(body as object), hasMore: true, nextCursor } : body,
});

/** The same of lists, and of nothing else. */
const ofLists = {
	/** There is more, at the cursor that was asked for; without one, at a cursor of the beginning. */
	repeatCursor: ({ request: { query } }, answer) => withCursor(answer, query.cursor ?? cursorAt(0)),
	noCursor: (_scene, answer) => withCursor(answer, null),
} satisfies Record<string, (scene: Scene, answer: Answer) => Answer>;

type UnappliedFault = keyof typeof unapplied;
type AppliedFault = keyof typeof applied | keyof typeof ofLists;
export type FaultKind = UnappliedFault | AppliedFault;

export const UNAPPLIED_FAULTS = Object.keys(unapplied) as UnappliedFault[];
export const APPLIED_FAULTS = Object.keys(applied) as Array<keyof typeof applied>;
/** In the order in which chances are drawn. */
export const FAULT_KINDS = Object.keys({ ...unapplied, ...applied, ...ofLists }) as FaultKind[];

/** The answer that a fault makes of a request, which `carryOut` carries out if the fault lets it. */
export async function answerWith(
	fault: FaultKind | undefined,
	scene: Scene,
	carryOut: () => Promise<Answer>,
): Promise<Answer> {
	if (fault === undefined) return await carryOut();
	if (fault in unapplied) return unapplied[fault as UnappliedFault](scene);
	return { ...applied, ...ofLists }[fault as AppliedFault](scene, await carryOut());
}

export interface FailNextOptions {
	/** How many requests. */
	times?: number;
	/** Which requests; all of them by default. */
	when?: (request: RecordedRequest) => boolean;
}

/** The fates of the requests to one sandbox, by its settings and by command. */
export class FaultPlan {
	private readonly commands: Array<Required<FailNextOptions> & { kind: FaultKind }> = [];
	private readonly timesSeen = new Map<string, number>();
	private readonly buckets = new WeakMap<RateLimit, Limit>();

	constructor(
		private readonly settings: { faults: Faults },
		private readonly now: () => number,
	) {}

	/** The next requests that it can hit get this fault: before the rate limit and before chances. */
	failNext(kind: FaultKind, { times = 1, when = () => true }: FailNextOptions = {}): void {
		this.commands.push({ kind, times, when });
	}

	/**
	 * The fault of a request, how long to wait before anything happens, and when the rate limit has room again. To be
	 * asked once a request, when its body is there; `isList` says that it asks for a page.
	 */
	fateOf(request: RecordedRequest, isList: boolean) {
		const { latencyMs: latency, rateLimit, chances, seed } = this.settings.faults;
		// By what is asked and how often it was before: the order in which requests arrive does not matter.
		const asked = `${seed} ${request.method} ${request.url} ${request.rawBody}`;
		const times = this.timesSeen.get(asked) ?? 0;
		this.timesSeen.set(asked, times + 1);
		const random = randomFrom(`${times} ${asked}`);
		const drawn = random();
		const latencyMs = Array.isArray(latency) ? latency[0] + random() * (latency[1] - latency[0]) : latency;

		const canHit = (kind: FaultKind): boolean => isList || !(kind in ofLists);
		const command = this.commands.find(
			({ kind, times: left, when }) => left > 0 && canHit(kind) && when(request),
		);
		if (command !== undefined) {
			command.times--;
			return { fault: command.kind, latencyMs, retryAfterMs: 0 };
		}
		const retryAfterMs = rateLimit === undefined ? 0 : this.takeToken(rateLimit);
		if (retryAfterMs > 0) return { fault: 'tooManyRequests' as const, latencyMs, retryAfterMs };
		let upTo = 0;
		const fault = FAULT_KINDS.find((kind) => drawn < (upTo += chances[kind] ?? 0));
		return { fault: fault && canHit(fault) ? fault : undefined, latencyMs, retryAfterMs };
	}

	/** Takes a token, or gives the milliseconds until there is one. */
	private takeToken(limit: RateLimit): number {
		const bucket = this.buckets.get(limit) ?? tokenBucket(limit.perSecond, limit.perSecond);
		this.buckets.set(limit, bucket);
		return bucket.take(this.now());
	}
}
