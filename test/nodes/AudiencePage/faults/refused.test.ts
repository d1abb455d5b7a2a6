import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import type { RecordedRequest } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { cases } from '../../../support/cases';
import { CREATE_ENTRY, entriesByAccount, entryItems, numberIn, numbersOf } from './entries';
import { times, useBench, waitUntilEnded } from './runs';

const bench = useBench();

const COUNT = cases(1600);
const REFUSED = COUNT / 2;

/** All items are well but one. */
const itemsWith = (change: IDataObject): IDataObject[] =>
	entryItems(COUNT, COUNT / 2).map((item) => ({
		source: 'fault-tests',
		...item,
		...(item.n === REFUSED && change),
	}));

const create = (options: INodeParameters = {}): INodeParameters => ({
	...CREATE_ENTRY,
	source: '={{ $json.source }}',
	options: { ...(CREATE_ENTRY.options as INodeParameters), ...options },
});

const inStore = () => numbersOf(entriesByAccount(bench().sandbox).flat()).sort((one, other) => one - other);

/** What the description of an error says of the run. */
function countsIn(description: string | null | undefined) {
	const count = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(description ?? '')?.[1] ?? 0);
	return {
		all: count('items'),
		written: count('written'),
		failed: count('failed'),
		unknown: count('of unknown outcome'),
		notSent: count('not sent'),
	};
}

const isRefused = (request: RecordedRequest) => numberIn(request) === REFUSED;

const refuseOne = () => bench().sandbox.failNext('unprocessable', { when: isRefused });

/** An item that the service refuses, and one that breaks a rule before it is sent. */
const REFUSALS: Array<[string, IDataObject, string]> = [
	['by the service', {}, 'The sandbox was told to fail'],
	['before it is sent', { source: 'Not Kebab' }, 'Source must be'],
];

describe.each(REFUSALS)('An item that is refused %s', (where, change, words) => {
	const isSent = where === 'by the service';
	beforeEach(() => {
		if (isSent) refuseOne();
	});

	test('is an error item among entries, where the node continues', async () => {
		const items = itemsWith(change);
		const ended = await bench().run(create(), { items, onError: 'continueRegularOutput' });

		expect(ended.error).toBeUndefined();
		expect(inStore()).toEqual(times(COUNT, (n) => n).filter((n) => n !== REFUSED));
		expect(ended.items).toHaveLength(COUNT);
		expect(ended.items.flatMap(({ json }, item) => ('error' in json ? [item] : []))).toEqual([REFUSED]);
		expect(ended.items[REFUSED]).toEqual({
			json: { ...items[REFUSED], error: expect.stringContaining(words) as string },
			pairedItem: { item: REFUSED },
		});
	});

	test('ends the run: nothing more is sent, what is on its way is awaited, and the counts are right', async () => {
		const { sandbox } = bench();
		sandbox.settings.faults.latencyMs = 20;
		const { error } = await bench().run(create({ maxConcurrentRequests: 8 }), { items: itemsWith(change) });

		expect(error?.message).toContain(words);
		expect(error?.context.itemIndex).toBe(REFUSED);
		const { requests } = sandbox;
		const written = requests.filter(({ applied }) => applied);
		expect(inStore()).toEqual(written.map(numberIn).sort((one, other) => one - other));
		expect(requests).toHaveLength(written.length + (isSent ? 1 : 0));
		expect(countsIn(error?.description)).toEqual({
			all: COUNT,
			written: written.length,
			failed: 1,
			unknown: 0,
			notSent: COUNT - written.length - 1,
		});
		// Items are evaluated a little ahead of their requests, so a rule is found broken before its turn.
		expect(written.length).toBeGreaterThan(REFUSED - 8 * 5);
		expect(sandbox.mostInFlight).toBeLessThanOrEqual(8);
	});
});

test.each<[string, number | [number, number]]>([
	['all at once', 50],
	['one by one', [0, 30]],
])('After a refusal no request starts: answers come %s', async (_how, latencyMs) => {
	const { sandbox } = bench();
	refuseOne();
	sandbox.settings.faults.latencyMs = latencyMs;
	const starts = { before: 0, after: 0 };
	let isRefused = false;
	const noteStart = () => starts[isRefused ? 'after' : 'before']++;
	const noteAnswer = (message: unknown) => {
		const { response } = message as { response: IncomingMessage };
		if (response.statusCode === 422) response.once('end', () => (isRefused = true));
	};
	subscribe('http.client.request.start', noteStart);
	subscribe('http.client.response.finish', noteAnswer);
	const { error } = await bench().run(create(), { items: itemsWith({}) });
	unsubscribe('http.client.request.start', noteStart);
	unsubscribe('http.client.response.finish', noteAnswer);

	expect(error?.context.itemIndex).toBe(REFUSED);
	expect(starts.before).toBeGreaterThan(REFUSED);
	expect(starts.after).toBe(0);
	expect(sandbox.requests.every(({ endedAt }) => endedAt !== undefined)).toBe(true);
});

const isLost = ({ fault, endedAt }: RecordedRequest) => fault !== undefined && endedAt !== undefined;

test('Items whose answer was lost when the run ended count as of unknown outcome', async () => {
	const { sandbox } = bench();
	// What is lost is not sent again, and what is refused is so when something is lost.
	waitUntilEnded();
	refuseOne();
	sandbox.settings.onRequest = async (request) => {
		if (isRefused(request)) await until(() => sandbox.requests.some(isLost));
	};
	Object.assign(sandbox.settings.faults, {
		latencyMs: [0, 20],
		chances: { unavailable: 0.1, resetAfter: 0.2 },
		when: (request: RecordedRequest) => numberIn(request) > REFUSED - 20,
	});
	const { error } = await bench().run(create(), { items: itemsWith({}) });

	expect(error?.context.itemIndex).toBe(REFUSED);
	const { requests } = sandbox;
	const sent = new Set(requests.map(numberIn));
	const answered = new Set(requests.filter(({ fault, applied }) => !fault && applied).map(numberIn));
	const lost = sent.size - answered.size - 1;
	expect(lost).toBeGreaterThan(0);
	expect(countsIn(error?.description)).toEqual({
		all: COUNT,
		written: answered.size,
		failed: 1,
		unknown: lost,
		notSent: COUNT - sent.size,
	});
	const { written, unknown } = countsIn(error?.description);
	expect(inStore().length).toBeGreaterThanOrEqual(written);
	expect(inStore().length).toBeLessThanOrEqual(written + unknown);
});
