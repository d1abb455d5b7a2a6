import type { INode, INodeParameters } from 'n8n-workflow';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';

import type { FaultKind, RecordedRequest, Sandbox } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { cases } from '../../../support/cases';
import { CREATE_ENTRY, entryItems } from './entries';
import { A_DAY, useBench, waitUntilEnded } from './runs';

/** Far more than are ever sent. */
const ITEMS = cases(2000);

/** A clock that stands still, for a service whose limit never has room again. */
const bench = useBench({ now: () => Date.UTC(2026, 0, 1) });

/** Requests that have left the node. */
let started = 0;
const noteStart = () => void started++;
beforeAll(() => subscribe('http.client.request.start', noteStart));
afterAll(() => unsubscribe('http.client.request.start', noteStart));

const CREATE_PERSON: INodeParameters = {
	resource: 'person',
	operation: 'create',
	name: '={{ "P " + $json.n }}',
};
const READ_PERSONS: INodeParameters = { resource: 'person', operation: 'getAll', returnAll: true };

/** Nothing but a cancellation ends a request that has no answer. */
const patient = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as INodeParameters | undefined), timeout: A_DAY },
});

/** Has the sandbox bring a state about; what it returns lets go what it held back. */
type Begin = (sandbox: Sandbox) => (() => void) | void;

const failing =
	(chances: Partial<Record<FaultKind, number>>): Begin =>
	({ settings }) =>
		void (settings.faults.chances = chances);

const holdBack: Begin = ({ settings }) => {
	let letGo = () => {};
	const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
	settings.onRequest = async () => await isLetGo;
	return letGo;
};

const limit: Begin = ({ settings }) => {
	settings.faults.rateLimit = { perSecond: 1 / 60, burst: 0, retryAfter: 'seconds' };
};

const isThere = () => true;
const isAnswered = ({ endedAt }: RecordedRequest) => endedAt !== undefined;
const isApplied = ({ applied }: RecordedRequest) => applied;

/** What keeps a run busy when it is cancelled, as soon as so many requests are so: without end, but for the first. */
const STATES: Array<[string, Begin, number, (request: RecordedRequest) => boolean]> = [
	['requests are answered', () => {}, 40, isThere],
	['answers are slow to come', holdBack, 8, isThere],
	['it waits as long as the service asks', limit, 1, isAnswered],
	['no answer comes', failing({ silence: 1 }), 8, isThere],
	['no answer comes to what was carried out', failing({ silenceAfter: 1 }), 8, isApplied],
	['it waits before it tries again', failing({ unavailable: 1 }), 1, isAnswered],
];

/** Longer than any timer of 0: of two, the one that is due first comes first. */
const aTurn = async () => await wait(10);

describe.each(STATES)('Cancelled while %s', (_state, begin, requests, isIn) => {
	test.each<[string, INodeParameters, INode['onError']]>([
		['entries', CREATE_ENTRY, 'stopWorkflow'],
		['entries, continuing on errors', CREATE_ENTRY, 'continueRegularOutput'],
		['persons, continuing on errors', CREATE_PERSON, 'continueRegularOutput'],
		['lists, continuing on errors', READ_PERSONS, 'continueRegularOutput'],
	])('a run is over at once, and no request starts (%s)', async (_what, parameters, onError) => {
		const { sandbox } = bench();
		waitUntilEnded();
		const letGo = begin(sandbox);
		const run = bench().start(patient(parameters), { items: entryItems(ITEMS, 100), onError });
		// Lists are read one after the other.
		const count = parameters === READ_PERSONS ? 1 : requests;
		await until(() => sandbox.requests.filter(isIn).length >= count);
		await aTurn();

		const before = started;
		run.cancel();
		const ended = await run.ended;
		letGo?.();
		for (let turns = 0; turns < 10; turns++) await aTurn();
		expect(started).toBe(before);
		expect(ended.run.status).toBe('canceled');
	});
});
