import type { INode } from 'n8n-workflow';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FaultKind, RecordedRequest } from '../../../service/sandbox';
import { until } from '../../../support/services';
import { nextTurn } from '../../../support/virtualTime';
import { useBench } from './bench';

/** More than are ever sent. */
const ITEMS = Array.from({ length: 250 }, (_, n) => ({ n, domain: `company-${n}.example` }));
const { sandbox, clock, start, run } = useBench();

/** Requests that have left the node. */
let started = 0;
const noteStart = () => void started++;
beforeAll(() => subscribe('http.client.request.start', noteStart));
afterAll(() => unsubscribe('http.client.request.start', noteStart));

/** What keeps a run busy when it is cancelled, as soon as so many requests are so. */
const STATES: Array<
	[string, FaultKind | undefined, number, (request: RecordedRequest) => boolean]
> = [
	['requests are answered', undefined, 40, () => true],
	['no answer comes to what was carried out', 'silenceAfter', 8, ({ applied }) => applied],
	['it waits before it tries again', 'unavailable', 1, ({ endedAt }) => endedAt !== undefined],
];

describe.each(STATES)('Cancelled while %s', (_state, fault, requests, isIn) => {
	test.each<[string, string, INode['onError'], RegExp]>([
		['accountLog', 'create', 'stopWorkflow', /^canceled: .* not sent\. Check what was written/],
		['person', 'getAll', 'continueRegularOutput', /^canceled: undefined$/],
	])(
		'a run is over at once, and no request starts (%s, %s)',
		async (resource, operation, onError, told) => {
			clock.isHeld = true;
			if (fault) sandbox().settings.faults.chances = { [fault]: 1 };
			const form = { domain: '={{ $json.domain }}', name: '=P', source: 'crm', returnAll: true };
			const parameters = { resource, operation, ...form };
			const { cancel, ended } = start(parameters, { items: ITEMS, onError });
			// Lists are read one after the other.
			const enough = operation === 'getAll' ? 1 : requests;
			await until(() => sandbox().requests.filter(isIn).length >= enough);
			const before = started;
			cancel();
			const { status, error } = await ended;
			expect(`${status}: ${error?.description}`).toMatch(told);
			for (let turns = 0; turns < 50; turns++) await nextTurn();
			expect(started).toBe(before);
		},
	);
});

test('An item that is refused ends a run: nothing more is sent, and what is on its way is awaited', async () => {
	const isRefused = ({ body }: RecordedRequest) =>
		(body as { name?: string } | undefined)?.name === 'P125';
	sandbox().failNext('unprocessable', { when: isRefused });
	// What comes after it is answered after it.
	sandbox().settings.onRequest = async (request) => {
		const refused = sandbox().requests.find(isRefused);
		if (refused && refused !== request) await until(() => refused.endedAt !== undefined);
	};
	const create = { resource: 'person', operation: 'create', name: '=P{{ $json.n }}' };
	const options = { maxConcurrentRequests: 8 };
	const { error } = await run({ ...create, options }, { items: ITEMS });
	expect(error?.context.itemIndex).toBe(125);
	const count = sandbox()
		.store.persons.all()
		.filter(({ name }) => /^P\d+$/.test(name)).length;
	expect(sandbox().requests).toHaveLength(count + 1);
	expect(error?.description).toContain(
		`Of 250 items: ${count} written, 1 failed, ${249 - count} not sent.`,
	);
	expect(count).toBeLessThan(125 + 100);
});
