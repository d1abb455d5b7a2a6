/** Requests attempt by attempt, over HTTP. */
import type { IDataObject, IHttpRequestOptions, NodeApiError } from 'n8n-workflow';
import {
	ApiClient,
	RequestAbortedError,
	type RequestSettings,
} from '../../../../nodes/AudiencePage/transport/apiClient';
import {
	RetryableOutcomeError,
	UnknownOutcomeError,
} from '../../../../nodes/AudiencePage/transport/errors';
import type { Answer } from '../../../service/answers';
import { logged, takeLines } from '../../../support/log';
import { until, useSandbox } from '../../../support/services';
import { nextTurn, useVirtualTime } from '../../../support/virtualTime';
import type { Service } from '../../../support/workflow';
import { inNode } from './inNode';

const sandbox = useSandbox();
const clock = useVirtualTime();

const GET: IHttpRequestOptions = { method: 'GET', url: '/v0/persons/search' };
const POST: IHttpRequestOptions = { method: 'POST', url: '/v0/persons', body: { name: 'Ada' } };
const PATCH: IHttpRequestOptions = { ...POST, method: 'PATCH', url: '/v0/persons/p1' };
const WITH_KEY: IHttpRequestOptions = { ...POST, body: { idempotencyKey: 'k' } };

const OK: Answer = { status: 200, body: { personId: 'p1' } };
const EMPTY: Answer = { status: 204 };
const LOST: Answer = { status: 0, cut: 'before' };
const FAILED: Answer = { status: 500 };
const MOVED: Answer = { status: 303 };
const FORBIDDEN: Answer = { status: 403 };
const CONFLICT: Answer = { status: 409, body: { message: 'This key was used' } };
const limited = (seconds: number): Answer => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
});

/** When each attempt came to the service. */
let times: number[] = [];
/** With a key of its own for each test: what a test has met, the next does not know. */
let service: Service;
let tests = 0;

/** The service gives these answers, one after the other; the last one for ever. */
function answerWith(...answers: Answer[]): void {
	sandbox().settings.instead = () => {
		times.push(Math.round(clock.now));
		return answers.length > 1 ? answers.shift() : answers[0];
	};
}

beforeEach(() => {
	times = [];
	service = { url: sandbox().url, apiKey: `key ${++tests}` };
	logged.length = 0;
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

/** Sends these requests, at the same time, and gives what each comes to. */
async function send(
	requests: IHttpRequestOptions[],
	settings: RequestSettings = {},
	client = new ApiClient({ maxConcurrentRequests: 64 }),
): Promise<Array<IDataObject | NodeApiError>> {
	return await inNode(service, async (context) => {
		const sending = requests.map(async (request) => {
			return await client.send(context, request, settings).catch((error: NodeApiError) => error);
		});
		return await Promise.all(sending);
	});
}

const PERSON = { idField: 'personId', isInPath: false };

test.each<[string, IHttpRequestOptions, Answer[], number[]]>([
	['after failures', GET, [LOST, LOST, FAILED, OK], [0, 250, 750, 1750]],
	['five times at most', GET, [LOST], [0, 250, 750, 1750, 3750, 7750]],
	['where what was asked for is missing', WITH_KEY, [EMPTY, OK], [0, 250]],
	['not if that is not safe', POST, [EMPTY], [0]],
	['not if it is refused', GET, [FORBIDDEN], [0]],
	['after rate limits', POST, [limited(2), limited(2), OK], [0, 2000, 4000]],
])('A request is sent again %s', async (_when, request, answers, expected) => {
	answerWith(...answers);
	await send([request], { record: PERSON });
	expect(times).toEqual(expected);
});

test('An answer gives its JSON, an empty one an empty object', async () => {
	answerWith(OK, EMPTY);
	expect(await send([PATCH], { record: PERSON })).toEqual([{ personId: 'p1' }]);
	expect(await send([PATCH], { record: PERSON })).toEqual([{}]);
});

test('Each rate limit of a client is counted', async () => {
	answerWith(limited(1), limited(1), OK);
	const client = new ApiClient({});
	await send([POST], {}, client);
	expect(client.rateLimitedCount).toBe(2);
});

test('No more requests than allowed are sent at the same time', async () => {
	let [current, most] = [0, 0];
	sandbox().settings.instead = () => OK;
	sandbox().settings.onRequest = async () => {
		most = Math.max(most, ++current);
		for (let turns = 0; turns < 20; turns++) await nextTurn();
		current--;
	};
	await send(Array<typeof POST>(9).fill(POST), {}, new ApiClient({ maxConcurrentRequests: 3 }));
	sandbox().settings.onRequest = () => undefined;
	expect(most).toBe(3);
});

test('A request that is refused again and again while others get through fails after 30 times', async () => {
	const isAda = (body: unknown) => (body as IDataObject).name === 'Ada';
	sandbox().settings.instead = ({ body }) => (isAda(body) ? limited(1) : OK);
	const client = new ApiClient({ maxConcurrentRequests: 2 });
	const refusal = await inNode(service, async (context) => {
		let error: NodeApiError | undefined;
		const refused = client.send(context, POST).catch((reason: NodeApiError) => (error = reason));
		while (error === undefined) {
			await client.send(context, { ...POST, body: { name: 'Bob' } });
			await clock.wait(500);
		}
		return await refused;
	});
	expect(refusal).toMatchObject({ description: expect.stringContaining('this request 31 times') });
});

test('The log tells once of a pause, however many requests begin it, and of each retry and why', async () => {
	answerWith(OK, limited(2), limited(2), limited(2), OK);
	await send([POST, POST, POST, POST]);
	const pause = { endpoint: 'POST /v0/persons', status: 429, waitMilliseconds: 2000 };
	expect(takeLines('rateLimited')).toEqual([
		expect.objectContaining({ ...pause, acceptedPerSecond: 0.5 }),
	]);
	answerWith(LOST, FAILED, OK);
	await send([GET]);
	const why = { endpoint: 'GET /v0/persons/search', outcome: 'unknown' };
	expect(takeLines('retrying')).toMatchObject([
		{ ...why, errorCode: 'ECONNRESET', retry: 1, waitMilliseconds: 250 },
		{ ...why, status: 500, retry: 2, waitMilliseconds: 500 },
	]);
});

test.each<[string, Answer, boolean]>([
	['that may have succeeded', LOST, true],
	['that was rate limited', limited(60), false],
])('After an abort, no request %s is sent again', async (_what, answer, mayHaveSucceeded) => {
	const controller = new AbortController();
	const { signal: abortSignal } = controller;
	answerWith(answer, OK);
	clock.isHeld = true;
	const sending = send([WITH_KEY], {}, new ApiClient({ abortSignal }));
	await until(() => logged.length > 0);
	controller.abort();
	const [error] = await sending;
	expect(error).toBeInstanceOf(RequestAbortedError);
	expect(error).toMatchObject({ mayHaveSucceeded });
	expect(times).toEqual([0]);
});

const CHECK = 'It may be done: check in Audience Page before you send it again';
const AGAIN = 'It may be done: run it again, that writes nothing twice';
const LATER = 'It may be done: run it again in five minutes, that writes nothing twice';
const RETRY =
	'It may be done: retry this execution, or check in Audience Page before you send it again';
const NOT_DONE = 'It was not done';
const EXISTS = 'whether the record already exists';

type ErrorType = 'unknown' | 'retryable' | 'other';
function typeOf(error: unknown): ErrorType {
	if (error instanceof UnknownOutcomeError) return 'unknown';
	return error instanceof RetryableOutcomeError ? 'retryable' : 'other';
}

interface Failure {
	request: IHttpRequestOptions;
	answers: Answer[];
	settings: RequestSettings;
	type: ErrorType;
	end: string;
}

const LOOKS_FIRST = { isRepeatable: true };
const RETRIED = { mayHaveSucceeded: true };
test.each`
	what                                   | request     | settings       | answers                   | type           | end
	${'a lost read'}                       | ${GET}      | ${{}}          | ${[LOST]}                 | ${'other'}     | ${'whether the service is up'}
	${'a lost creation'}                   | ${POST}     | ${{}}          | ${[LOST]}                 | ${'unknown'}   | ${CHECK}
	${'a creation with 500'}               | ${POST}     | ${{}}          | ${[FAILED]}               | ${'unknown'}   | ${CHECK}
	${'a lost creation that looks first'}  | ${POST}     | ${LOOKS_FIRST} | ${[LOST]}                 | ${'unknown'}   | ${LATER}
	${'a redirected creation'}             | ${POST}     | ${{}}          | ${[MOVED]}                | ${'other'}     | ${'Base URL in the credential'}
	${'a refused creation'}                | ${POST}     | ${{}}          | ${[CONFLICT]}             | ${'other'}     | ${EXISTS}
	${'a creation in a stall'}             | ${POST}     | ${{}}          | ${[limited(1)]}           | ${'other'}     | ${NOT_DONE}
	${'a creation, with a long wait'}      | ${POST}     | ${{}}          | ${[limited(121)]}         | ${'other'}     | ${NOT_DONE}
	${'a lost update'}                     | ${PATCH}    | ${{}}          | ${[LOST]}                 | ${'other'}     | ${AGAIN}
	${'a lost update, then a long wait'}   | ${PATCH}    | ${{}}          | ${[LOST, limited(121)]}   | ${'other'}     | ${AGAIN}
	${'a lost update, then refused'}       | ${PATCH}    | ${{}}          | ${[LOST, FORBIDDEN]}      | ${'other'}     | ${AGAIN}
	${'a lost log entry'}                  | ${WITH_KEY} | ${{}}          | ${[LOST]}                 | ${'retryable'} | ${RETRY}
	${'a lost log entry, then a conflict'} | ${WITH_KEY} | ${{}}          | ${[LOST, CONFLICT]}       | ${'retryable'} | ${RETRY}
	${'a lost log entry, then long wait'}  | ${WITH_KEY} | ${{}}          | ${[LOST, limited(121)]}   | ${'retryable'} | ${RETRY}
	${'a limited log entry, then refused'} | ${WITH_KEY} | ${{}}          | ${[limited(1), CONFLICT]} | ${'other'}     | ${EXISTS}
	${'a refused log entry'}               | ${WITH_KEY} | ${{}}          | ${[FORBIDDEN]}            | ${'other'}     | ${'what the key may do'}
	${'a refused log entry of a retry'}    | ${WITH_KEY} | ${RETRIED}     | ${[CONFLICT]}             | ${'retryable'} | ${RETRY}
`('The error of $what', async ({ request, answers, settings, type, end }: Failure) => {
	answerWith(...answers);
	const [error] = await send([request], settings);
	expect(error?.message).toMatch(new RegExp(`${end}$`));
	expect([error?.name, typeOf(error)]).toEqual(['NodeApiError', type]);
});

test('The error of a rate limit tells an n8n that polls how long to wait', async () => {
	answerWith(LOST, limited(121));
	expect(await send([GET])).toMatchObject([
		{
			message: expect.stringMatching(/^The service returned 429 without a reason/),
			failure: { cause: 'rate-limited', retryAfterMs: 121_000 },
		},
	]);
});

test('A POST that was never sent, because another is asked for a long wait, says so', async () => {
	answerWith(limited(121));
	const [, error] = await send([POST, POST], {}, new ApiClient({}));
	expect(error).toMatchObject({
		message: 'The service accepts no more requests for now. Try again later. It was not done',
		description: expect.stringContaining('asks for a wait of 121 seconds'),
		httpCode: '429',
	});
	expect(times).toEqual([0]);
});
