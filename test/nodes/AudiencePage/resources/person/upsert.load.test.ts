/** Create or Update at a service in trouble: what it is asked for while it recovers has a bound. */
import type { FaultKind } from '../../../../service/sandbox';
import { addPerson, upsert, useNobody, writes } from './people';

const PEOPLE = 4000;
const PAGES = PEOPLE / 100;
const LOST = 20;
/** Each creation is looked for three times; those that are lost together share what is read. */
const MOST_READS = 10;

jest.setTimeout(120_000);

// No wait takes time: the bound is one of reads that follow each other.
const { sandbox } = useNobody();
beforeEach(() => {
	for (let n = 0; n < PEOPLE; n++) addPerson(sandbox(), { name: `Person ${n}`, phoneNumber: `+4930${n}` });
});

test.each<[string, FaultKind, object]>([
	['refused for now', 'unavailable', { error: expect.stringContaining('The request may have succeeded') }],
	['done, and their answers lost', 'resetAfter', { outcome: 'created' }],
])('20 creations that are %s: everyone is read for all of them at once', async (_how, fault, result) => {
	sandbox().failNext(fault, { times: LOST, when: ({ method }) => method === 'POST' });
	const run = await upsert(
		sandbox(),
		{ matchOn: 'phoneNumber', matchValue: '={{ $json.phone }}', name: '={{ $json.phone }}' },
		{
			items: Array.from({ length: LOST }, (_, n) => ({ phone: `+4940${n}` })),
			onError: 'continueRegularOutput',
		},
	);
	expect(run.json).toEqual(Array(LOST).fill(expect.objectContaining(result)));
	expect(writes(sandbox())).toHaveLength(LOST);
	const reads = sandbox().requests.filter(({ url }) => url === '/v0/persons/search?limit=100');
	expect(reads.length).toBeLessThanOrEqual(MOST_READS);
	expect(sandbox().requests.length).toBeLessThanOrEqual(MOST_READS * PAGES + LOST);
});
