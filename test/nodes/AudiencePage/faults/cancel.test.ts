import type { INode, INodeParameters } from 'n8n-workflow';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';

import type { RecordedRequest, Sandbox } from '../../../service/sandbox';
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

interface State {
	/** Has the sandbox bring it about; what it returns lets go what it held back. */
	begin: (sandbox: Sandbox) => (() => void) | void;
	/** It is there when so many requests are as `isIn` says: by default, when they have arrived. */
	requests: number;
	isIn?: (request: RecordedRequest) => boolean;
}

const isAnswered = ({ endedAt }: RecordedRequest) => endedAt !== undefined;

/** What keeps a run busy when it is cancelled: without end, but for the first. */
const STATES: Array<[string, State]> = [
	['requests are answered', { begin: () => {}, requests: 40 }],
	[
		'answers are slow to come',
		{
			begin: ({ settings }) => {
				let letGo = () => {};
				const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
				settings.onRequest = async () => await isLetGo;
				return letGo;
			},
			requests: 8,
		},
	],
	[
		'it waits as long as the service asks',
		{
			begin: ({ settings }) => {
				settings.faults.rateLimit = { perSecond: 1 / 60, burst: 0, retryAfter: 'seconds' };
			},
			requests: 1,
			isIn: isAnswered,
		},
	],
	[
		'no answer comes',
		{ begin: ({ settings }) => void (settings.faults.chances = { silence: 1 }), requests: 8 },
	],
	[
		'no answer comes to what was carried out',
		{
			begin: ({ settings }) => void (settings.faults.chances = { silenceAfter: 1 }),
			requests: 8,
			isIn: ({ applied }) => applied,
		},
	],
	[
		'it waits before it tries again',
		{
			begin: ({ settings }) => void (settings.faults.chances = { unavailable: 1 }),
			requests: 1,
			isIn: isAnswered,
		},
	],
];

/** Longer than any timer of 0: of two, the one that is due first comes first. */
const aTurn = async () => await wait(10);

describe.each(STATES)('Cancelled while %s', (_state, { begin, requests, isIn = () => true }) => {
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
