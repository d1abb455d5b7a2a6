/** Create or Update at a service in trouble: what it is asked for while it recovers has a bound. */
import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { RecordedRequest } from '../../../../service/sandbox';
import { useSandbox } from '../../../../support/services';
import { addPerson, outcomes, upsert, writes } from './upserting';

const PEOPLE = 4000;
const PAGES = PEOPLE / 100;
const LOST = 20;
/** Each creation is looked for three times; those that are lost together share what is read. */
const MOST_READS = 10;

const sandbox = useSandbox({ sizes: { persons: 0 } });

vi.setConfig({ testTimeout: 120_000 });

beforeAll(() => {
	for (let n = 0; n < PEOPLE; n++) addPerson(sandbox(), { name: `Person ${n}`, phoneNumber: `+4930${n}` });
});

// The bound is one of reads that follow each other, whatever the time between them.
beforeEach(() => {
	vi.spyOn(waiting, 'delay').mockResolvedValue();
});
afterEach(() => vi.restoreAllMocks());

const isCreate = ({ method }: RecordedRequest) => method === 'POST';

const upsertNew = async () =>
	await upsert(
		sandbox(),
		{ matchOn: 'phoneNumber', matchValue: '={{ $json.phone }}', name: '={{ $json.phone }}' },
		{
			items: Array.from({ length: LOST }, (_, n) => ({ phone: `+4940${n}` })),
			onError: 'continueRegularOutput',
		},
	);

/** How often the whole list was read. */
const reads = () => sandbox().requests.filter(({ url }) => url === '/v0/persons/search?limit=100').length;

test('20 creations that are refused for now: everyone is read for all of them at once', async () => {
	sandbox().failNext('unavailable', { times: LOST, when: isCreate });
	const run = await upsertNew();
	expect(run.json.map(({ error }) => error)).toEqual(
		Array(LOST).fill(expect.stringContaining('The request may have succeeded')),
	);
	expect(writes(sandbox())).toHaveLength(LOST);
	expect(reads()).toBeLessThanOrEqual(MOST_READS);
	expect(sandbox().requests.length).toBeLessThanOrEqual(MOST_READS * PAGES + LOST);
});

test('20 creations whose answers are lost: the same', async () => {
	sandbox().failNext('resetAfter', { times: LOST, when: isCreate });
	const run = await upsertNew();
	expect(outcomes(run)).toEqual(Array(LOST).fill('created'));
	expect(writes(sandbox())).toHaveLength(LOST);
	expect(reads()).toBeLessThanOrEqual(MOST_READS);
});
