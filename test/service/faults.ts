/**
 * What can go wrong between a request and its answer: by command, by chance, or for a rate limit.
 */
import type { Answer } from './answers';
import type { Limit } from './limits';
import { cursorAt } from './paging';
import { randomFrom } from './random';
import type { RecordedRequest } from './recording';

/** Faults by chance, and load: what a test can set while the sandbox runs. */
export interface Faults {
	/**
	 * The same seed and requests (method, URL, body, how many times since the start) draw the same
	 * faults.
	 */
	seed: number;
	/** Share of requests, 0 to 1, by kind of fault; together at most 1. */
	chances: Partial<Record<FaultKind, number>>;
	/** Milliseconds before a request has any effect. */
	latencyMs: number;
	/** What exceeds it is answered with 429, and when to come back. Undefined: no limit. */
	rateLimit?: Limit;
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

/** What is answered in place of the service. A request that is not carried out has no effect. */
type Fault = (scene: Scene, carryOut: () => Promise<Answer>) => Answer | Promise<Answer>;

const failure =
	(status: number): Fault =>
	({ faults: { errorBody } }) => ({ status, body: errorBody });

const cut =
	(how: Answer['cut']): Fault =>
	() => ({ status: 0, cut: how });

const cutAfter =
	(how: Answer['cut']): Fault =>
	async (_scene, carryOut) => ({ ...(await carryOut()), cut: how });

const after =
	(fault: Fault): Fault =>
	async (scene, carryOut) => {
		await carryOut();
		return await fault(scene, carryOut);
	};

/** A list that was refused stays refused. */
const withCursor =
	(cursorFor: (scene: Scene) => unknown): Fault =>
	async (scene, carryOut) => {
		const { status, body } = await carryOut();
		const nextCursor = cursorFor(scene);
		return {
			status,
			body: status < 300 ? { ...(body as object), hasMore: true, nextCursor } : body,
		};
	};

const PAGE =
	'<!DOCTYPE html>\n<html><head><title>Please wait</title></head><body>A moment …</body></html>\n';
const html = { status: 200, body: PAGE, headers: { 'content-type': 'text/html; charset=utf-8' } };

const ofAll = {
	internalError: failure(500),
	unavailable: failure(503),
	unprocessable: failure(422),
	tooManyRequests: ({ faults: { errorBody: body }, retryAfterMs }) => {
		const seconds = Math.ceil(retryAfterMs / 1000);
		return { status: 429, body, headers: { 'retry-after': String(seconds) } };
	},
	redirect: ({ request, faults: { redirectTo } }) => {
		if (redirectTo === undefined) throw new Error('settings.faults.redirectTo is not set');
		return { status: 307, headers: { location: redirectTo + request.url } };
	},
	resetBefore: cut('before'),
	silence: cut('silence'),
	unavailableAfter: after(failure(503)),
	resetAfter: cutAfter('before'),
	cutShort: cutAfter('within'),
	html: after(() => html),
	silenceAfter: cutAfter('silence'),
} satisfies Record<string, Fault>;

const ofLists = {
	/** There is more, at the cursor that was asked for; without one, at a cursor of the beginning. */
	repeatCursor: withCursor(({ request: { query } }) => query.cursor ?? cursorAt(0)),
	noCursor: withCursor(() => null),
} satisfies Record<string, Fault>;

const FAULTS = { ...ofAll, ...ofLists };
export type FaultKind = keyof typeof FAULTS;
/** Faults that any request can meet. */
export const FAULTS_OF_ALL = Object.keys(ofAll) as FaultKind[];
/** All, in the order in which chances are drawn. */
const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];

/**
 * The answer that a fault makes of a request, which `carryOut` carries out if the fault lets it.
 */
export async function answerWith(
	fault: FaultKind | undefined,
	scene: Scene,
	carryOut: () => Promise<Answer>,
): Promise<Answer> {
	return fault === undefined ? await carryOut() : await FAULTS[fault](scene, carryOut);
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

	constructor(private readonly settings: { faults: Faults }) {}

	/** The next requests that it can hit get this fault: before the rate limit and before chances. */
	failNext(kind: FaultKind, { times = 1, when = () => true }: FailNextOptions = {}): void {
		this.commands.push({ kind, times, when });
	}

	/**
	 * A request's fault, and when the rate limit has room again: asked once, with its body. `isList`:
	 * of a list.
	 */
	fateOf(request: RecordedRequest, isList: boolean) {
		const { rateLimit, chances, seed } = this.settings.faults;
		// By what is asked and how often it was before: the order in which requests arrive does not
		// matter.
		const asked = `${seed} ${request.method} ${request.url} ${request.rawBody}`;
		const times = this.timesSeen.get(asked) ?? 0;
		this.timesSeen.set(asked, times + 1);
		const drawn = randomFrom(`${times} ${asked}`)();

		const canHit = (kind: FaultKind): boolean => isList || !(kind in ofLists);
		const command = this.commands.find(
			({ kind, times: left, when }) => left > 0 && canHit(kind) && when(request),
		);
		if (command !== undefined) {
			command.times--;
			return { fault: command.kind, retryAfterMs: 0 };
		}
		const retryAfterMs = rateLimit?.take(Date.now()) ?? 0;
		if (retryAfterMs > 0) return { fault: 'tooManyRequests' as const, retryAfterMs };
		let upTo = 0;
		const fault = FAULT_KINDS.find((kind) => drawn < (upTo += chances[kind] ?? 0));
		return { fault: fault && canHit(fault) ? fault : undefined, retryAfterMs };
	}
}
