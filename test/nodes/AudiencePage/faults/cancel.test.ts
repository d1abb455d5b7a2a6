import type { INode, INodeParameters } from 'n8n-workflow';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';

import type { Faults } from '../../../service/sandbox';
import { CREATE_ENTRY, entryItems } from './entries';
import { useBench } from './runs';

const bench = useBench();

jest.setTimeout(10_000);

/** When the node's requests left it, in milliseconds of `performance.now()`. */
const starts: number[] = [];
const noteStart = () => void starts.push(performance.now());
beforeAll(() => subscribe('http.client.request.start', noteStart));
afterAll(() => unsubscribe('http.client.request.start', noteStart));
beforeEach(() => void (starts.length = 0));

const CREATE_PERSON: INodeParameters = {
	resource: 'person',
	operation: 'create',
	name: '={{ "P " + $json.n }}',
};
const READ_PERSONS: INodeParameters = { resource: 'person', operation: 'getAll', returnAll: true };

/** What keeps a run busy when it is cancelled. */
const STATES: Array<[string, () => Partial<Faults>, number]> = [
	['requests are answered', () => ({ latencyMs: 30 }), 100],
	['answers are slow to come', () => ({ latencyMs: 5000 }), 8],
	[
		'it waits as long as the service asks',
		() => ({ rateLimit: { perSecond: 1 / 60, burst: 5, retryAfter: 'seconds' } }),
		6,
	],
	['no answer comes', () => ({ chances: { silence: 1 } }), 8],
	['no answer comes to what was carried out', () => ({ chances: { silenceAfter: 1 } }), 8],
	[
		'it waits before it tries again',
		() => {
			jest.spyOn(Math, 'random').mockReturnValue(0.999);
			return { chances: { unavailable: 1 } };
		},
		30,
	],
];

/** Cancels when `requests` requests have arrived; gives what came of it, after a while in which more could start. */
async function cancelled(parameters: INodeParameters, requests: number, onError: INode['onError']) {
	const { sandbox } = bench();
	const run = bench().start(parameters, { items: entryItems(1000, 100), onError });
	while (sandbox.requests.length < requests) await wait(1);
	const at = performance.now();
	run.cancel();
	const ended = await run.ended;
	const tookMs = performance.now() - at;
	await wait(200);
	return { ended, tookMs, late: starts.filter((start) => start > at) };
}

describe.each(STATES)('Cancelled while %s', (_state, faultsFor, requests) => {
	test.each<[string, INodeParameters, INode['onError']]>([
		['entries', CREATE_ENTRY, 'stopWorkflow'],
		['entries, continuing on errors', CREATE_ENTRY, 'continueRegularOutput'],
		['persons, continuing on errors', CREATE_PERSON, 'continueRegularOutput'],
		['lists, continuing on errors', READ_PERSONS, 'continueRegularOutput'],
	])('a run is over within a second, and no request starts (%s)', async (_what, parameters, onError) => {
		Object.assign(bench().sandbox.settings.faults, faultsFor());
		// Lists are read one after the other.
		const inOrder = parameters === READ_PERSONS ? Math.min(requests, 1) : requests;
		const { ended, tookMs, late } = await cancelled(parameters, inOrder, onError);
		expect(late).toEqual([]);
		expect(tookMs).toBeLessThan(1000);
		expect(ended.run.status).toBe('canceled');
	});
});
