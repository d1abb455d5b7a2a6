import type { INode } from 'n8n-workflow';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import type { FaultKind, RecordedRequest, Sandbox } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { nextTurn } from '../../../support/virtualTime';
import { times, useBench } from './bench';

/** More than are ever sent. */
const ITEMS = times(250, (n) => ({ n, domain: `company-${n}.example` }));
/** In milliseconds: longer than any test. Nothing but a cancellation ends a request that has no answer. */
const A_DAY = 86_400_000;

const bench = useBench();

/** Requests that have left the node. */
let started = 0;
const noteStart = () => void started++;
beforeAll(() => subscribe('http.client.request.start', noteStart));
afterAll(() => unsubscribe('http.client.request.start', noteStart));

const failing =
	(chances: Partial<Record<FaultKind, number>>) =>
	({ settings }: Sandbox): void =>
		void (settings.faults.chances = chances);

const isAnswered = ({ endedAt }: RecordedRequest) => endedAt !== undefined;

/** What keeps a run busy when it is cancelled, as soon as so many requests are so. */
const STATES: Array<[string, (sandbox: Sandbox) => void, number, (request: RecordedRequest) => boolean]> = [
	['requests are answered', () => {}, 40, () => true],
	['no answer comes', failing({ silence: 1 }), 8, () => true],
	['no answer comes to what was carried out', failing({ silenceAfter: 1 }), 8, ({ applied }) => applied],
	['it waits before it tries again', failing({ unavailable: 1 }), 1, isAnswered],
];

describe.each(STATES)('Cancelled while %s', (_state, begin, requests, isIn) => {
	test.each<[string, string, INode['onError']]>([
		['accountLog', 'create', 'stopWorkflow'],
		['person', 'create', 'continueRegularOutput'],
		['person', 'getAll', 'continueRegularOutput'],
	])('a run is over at once, and no request starts (%s, %s, %s)', async (resource, operation, onError) => {
		const { sandbox, clock } = bench();
		clock.isHeld = true;
		begin(sandbox);
		const form = { domain: '={{ $json.domain }}', name: '=P', source: 'crm', returnAll: true };
		const run = bench().start(
			{ resource, operation, ...form, options: { timeout: A_DAY } },
			{ items: ITEMS, onError },
		);
		// Lists are read one after the other.
		const enough = operation === 'getAll' ? 1 : requests;
		await until(() => sandbox.requests.filter(isIn).length >= enough);
		const before = started;
		run.cancel();
		expect((await run.ended).run.status).toBe('canceled');
		for (let turns = 0; turns < 50; turns++) await nextTurn();
		expect(started).toBe(before);
	});
});
