import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultKind } from '../../../service/sandbox';
import { cases } from '../../../support/cases';
import { CHANCES } from './entries';
import { times, useBench } from './runs';

const bench = useBench({ sizes: { persons: 40 } });

const COUNT = cases(960);
const ADDRESSES = 36;

const UPSERT: INodeParameters = {
	resource: 'person',
	operation: 'upsert',
	matchValue: '={{ $json.email }}',
	name: '=Row {{ $json.n }}',
};

/** Items in turn for each of the addresses, now and then in capitals. */
const ITEMS = times(COUNT, (n) => {
	const email = `person-${(n * 7) % ADDRESSES}@upserts.example`;
	return { n, email: n % 3 === 0 ? email.toUpperCase() : email };
});

const addressOf = ({ email }: { email?: unknown }) => String(email).toLowerCase();

/** Numbers of the items of each address, in their order. */
const rowsByAddress = () => {
	const rows = new Map<string, number[]>();
	for (const item of ITEMS) rows.set(addressOf(item), [...(rows.get(addressOf(item)) ?? []), item.n]);
	return rows;
};

const peopleWith = (address: string) =>
	bench()
		.sandbox.store.persons.all()
		.filter((person) => addressOf(person) === address);

const ALL_KINDS: Partial<Record<FaultKind, number>> = {
	...CHANCES,
	badGateway: 0.01,
	unavailableAfter: 0.03,
	html: 0.01,
	internalError: 0.01,
};

const isError = ({ error }: IDataObject) => error !== undefined;

describe('People who are created or updated, however the service and the network fail', () => {
	test.each([
		['at once', 1, 0],
		['after a while', 2, 2000],
		['after the run', 3, Infinity],
	])('are there once an address, or reported: a search sees them %s', async (_when, seed, searchDelayMs) => {
		const { sandbox } = bench();
		sandbox.settings.searchDelayMs = searchDelayMs;
		Object.assign(sandbox.settings.faults, { seed, chances: ALL_KINDS, latencyMs: [0, 5] });

		const ended = await bench().run(UPSERT, { items: ITEMS, onError: 'continueRegularOutput' });

		expect(ended.error).toBeUndefined();
		expect(ended.items.map(({ pairedItem }) => pairedItem)).toEqual(times(COUNT, (item) => ({ item })));
		const outputs = ended.items.map(({ json }) => json);
		outputs.forEach((output, n) => {
			const asErrorItem = { ...ITEMS[n], error: expect.any(String) as string };
			const asPerson = expect.objectContaining({ name: `Row ${n}` }) as IDataObject;
			expect(output).toEqual(isError(output) ? asErrorItem : asPerson);
			expect(addressOf(output)).toBe(addressOf(ITEMS[n]!));
		});
		for (const [address, rows] of rowsByAddress()) {
			const people = peopleWith(address);
			const done = rows.map((n) => outputs[n]!).filter((output) => !isError(output));
			expect(people.length).toBeLessThanOrEqual(1);
			expect(new Set(done.map(({ personId }) => personId))).toEqual(
				new Set(done.length > 0 ? [people[0]?.personId] : []),
			);
			expect(done.filter(({ outcome }) => outcome === 'created').length).toBeLessThanOrEqual(1);
			const last = outputs[rows.at(-1)!]!;
			expect(isError(last) || people[0]?.name === last.name).toBe(true);
		}
		expect(outputs.filter(isError).length).toBeLessThan(COUNT / 4);
		const lost = sandbox.requests.filter(({ method, fault }) => method === 'POST' && fault !== undefined);
		expect(new Set(lost.map(({ applied }) => applied))).toEqual(new Set([true, false]));
		const created = lost.filter(({ applied }) => applied).map(({ body }) => (body as { name: string }).name);
		const found = outputs.flatMap(({ name, outcome }) => (outcome === 'created' ? [name] : []));
		expect(created.filter((name) => found.includes(name))).toEqual(searchDelayMs < Infinity ? created : []);
	});
});
