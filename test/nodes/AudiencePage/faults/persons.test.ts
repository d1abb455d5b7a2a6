import type { INodeParameters } from 'n8n-workflow';

import type { FaultKind } from '../../../service/faults/kinds';
import { cases } from '../../../support/cases';
import { CHANCES } from './entries';
import { times, useBench } from './runs';

const bench = useBench({ sizes: { persons: 0 } });

const CREATE_PERSON: INodeParameters = { resource: 'person', operation: 'create', name: '={{ $json.name }}' };

const ALL_KINDS: Partial<Record<FaultKind, number>> = {
	...CHANCES,
	badGateway: 0.01,
	gatewayTimeout: 0.01,
	unavailableAfter: 0.01,
	html: 0.01,
	internalError: 0.01,
	unprocessable: 0.01,
};

const SEEDS = [1, 2, 3, 4].slice(0, cases(4));
const COUNT = cases(4000);

const APPLIED: FaultKind[] = ['resetAfter', 'cutShort', 'unavailableAfter', 'html'];

/** 422 is a refusal in the service's words; everything else, 500 too, leaves open what became of the person. */
const errorAfter = (fault: FaultKind): unknown =>
	fault === 'unprocessable'
		? 'The sandbox was told to fail. Check the values in the node'
		: expect.stringContaining('The request may have succeeded');

/** The service's record of an item: what its requests met, and whether the person is there. */
function recordOf(name: string) {
	const { requests, store } = bench().sandbox;
	return {
		faults: requests.filter(({ body }) => (body as { name: string }).name === name).map(({ fault }) => fault),
		persons: store.persons.all().filter((person) => person.name === name),
	};
}

describe('Persons, who have no key by which a repetition could be told', () => {
	test.each(SEEDS)('are there once, or reported (seed %i)', async (seed) => {
		const { sandbox } = bench();
		Object.assign(sandbox.settings.faults, { seed, chances: ALL_KINDS });
		const persons = times(COUNT, (n) => ({ name: `Person ${n}` }));

		const { items, error } = await bench().run(CREATE_PERSON, {
			items: persons,
			onError: 'continueRegularOutput',
		});

		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(times(COUNT, (item) => ({ item })));
		persons.forEach(({ name }, item) => {
			const { faults, persons: there } = recordOf(name);
			// Only 429 is safe to repeat: what came after the last one is what became of the item.
			expect(faults.slice(0, -1).every((fault) => fault === 'tooManyRequests')).toBe(true);
			const last = faults.at(-1);
			expect(there).toHaveLength(last === undefined || APPLIED.includes(last) ? 1 : 0);
			expect(items[item]?.json).toEqual(last === undefined ? there[0] : { name, error: errorAfter(last) });
		});
		const kinds = new Set(sandbox.requests.map(({ fault }) => fault));
		expect(kinds.size).toBe(Object.keys(ALL_KINDS).length + 1);
	});
});
