/** The API key is in no error and in no static data, and goes to no other address. */
import { inspect } from 'node:util';

import { APPLIED_FAULTS, LIST_FAULTS, UNAPPLIED_FAULTS, type FaultKind } from '../../../service/faults/kinds';
import { watched, watchedBy } from '../../../support/everyEvent';
import { isTried } from '../../../support/cases';
import { useVirtualTime } from '../../../support/virtualTime';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { startWebServer, type WebServer } from '../../../support/webServer';

const API_KEY = 'key-that-nobody-may-see';
const sandbox = useSandbox({ apiKey: API_KEY });
useVirtualTime();

let stranger: WebServer;
beforeAll(async () => (stranger = await startWebServer(() => ({ status: 200, body: '{"items":[]}' }))));
afterAll(async () => await stranger.close());

/** A silence lasts until a request gives up, after a minute. */
const KINDS = [...UNAPPLIED_FAULTS, ...APPLIED_FAULTS, ...LIST_FAULTS].filter(
	(kind) => !kind.startsWith('silence'),
);

/** All that an object holds: messages, stacks, causes. */
const written = (shown: unknown): string =>
	inspect(shown, { depth: 50, maxArrayLength: null, maxStringLength: null, showHidden: true });

async function failures(polls: Array<Promise<unknown>>): Promise<unknown[]> {
	const ended = await Promise.allSettled(polls);
	return ended.flatMap((poll) => (poll.status === 'rejected' ? [poll.reason as unknown] : []));
}

/** Has a service that repeats what it was sent answer everything with this. */
function failWith(kind: FaultKind): void {
	Object.assign(sandbox().settings.faults, {
		chances: { [kind]: 1 },
		redirectTo: stranger.url,
		errorBody: {
			message: `No answer for the key ${API_KEY}`,
			errors: [{ headers: { 'x-api-key': API_KEY } }],
		},
	});
}
afterEach(() => Object.assign(sandbox().settings.faults, { chances: {} }));

describe.each(KINDS)('Where the service answers with %s', (kind) => {
	const tried = watched.filter((_event, n) => isTried(n + KINDS.indexOf(kind)));
	test('no event shows the key', async () => {
		const triggers = tried.map(({ parameters }) => new Trigger(sandbox(), parameters));
		const always = { options: { fullReadEvery: 1 } };
		const active = new Trigger(sandbox(), { ...watchedBy('personCreated').parameters, ...always });
		await active.activate();
		failWith(kind);
		const errors = await failures([
			...triggers.map(async (trigger) => await trigger.activate()),
			...triggers.map(async (trigger) => await trigger.fetchTestEvent()),
			active.poll(),
		]);

		// By hand one page is enough, whatever it says of the next one.
		const isReadable = LIST_FAULTS.some((one) => one === kind);
		expect(errors).toHaveLength(isReadable ? tried.length + 1 : 2 * tried.length + 1);
		const shown = [...errors, ...[...triggers, active].map(({ staticData }) => staticData)].map(written);
		expect(shown.filter((text) => text.includes(API_KEY))).toEqual([]);
		expect(new Set(sandbox().requests.map(({ headers }) => headers['x-api-key']))).toEqual(
			new Set([API_KEY]),
		);
		expect(stranger.requests).toEqual([]);
	});
});
