import type { INodeParameters } from 'n8n-workflow';

import type { FaultKind } from '../../../service/faults/kinds';
import { CHANCES } from './entries';
import { times, useBench } from './runs';

const bench = useBench({ sizes: { persons: 0 } });

jest.setTimeout(120_000);

const CREATE_PERSON: INodeParameters = { resource: 'person', operation: 'create', name: '={{ $json.name }}' };

const ALL_KINDS: Partial<Record<FaultKind, number>> = {
	...CHANCES,
	badGateway: 0.01,
	gatewayTimeout: 0.01,
	unavailableAfter: 0.01,
	html: 0.01,
	internalError: 0.01,
};

/** The service's record of an item: what its requests met, and whether the person is there. */
function recordOf(name: string) {
	const { requests, store } = bench().sandbox;
	return {
		faults: requests.filter(({ body }) => (body as { name: string }).name === name).map(({ fault }) => fault),
		persons: store.persons.all().filter((person) => person.name === name),
	};
}

describe('Persons, who have no key by which a repetition could be told', () => {
	test.each<[number, number, Partial<Record<FaultKind, number>>]>([
		[1, 2000, CHANCES],
		[2, 1000, CHANCES],
		[3, 1000, CHANCES],
		[4, 1000, ALL_KINDS],
	])('are there once, or reported (seed %i, %i persons)', async (seed, count, chances) => {
		const { sandbox } = bench();
		Object.assign(sandbox.settings.faults, { seed, chances });
		const persons = times(count, (n) => ({ name: `Person ${n}` }));

		const { items, error } = await bench().run(CREATE_PERSON, {
			items: persons,
			onError: 'continueRegularOutput',
		});

		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(times(count, (item) => ({ item })));
		persons.forEach(({ name }, item) => {
			const { faults, persons: there } = recordOf(name);
			const { json } = items[item]!;
			// Only 429 is safe to repeat: what came after the last one is what became of the item.
			const last = faults.at(-1);
			expect(faults.slice(0, -1).every((fault) => fault === 'tooManyRequests')).toBe(true);
			if (last === undefined) {
				expect(there).toEqual([json]);
				return;
			}
			const isApplied = ['resetAfter', 'cutShort', 'unavailableAfter', 'html'].includes(last);
			expect(there).toHaveLength(isApplied ? 1 : 0);
			const words =
				last === 'internalError' ? 'The sandbox was told to fail' : 'may have done it all the same';
			expect(json).toEqual({ name, error: expect.stringContaining(words) as string });
		});
		const kinds = new Set(sandbox.requests.map(({ fault }) => fault));
		expect(kinds.size).toBe(Object.keys(chances).length + 1);
	});
});
