/** What a poll reads of a list, and where once round ends. */
import type { IDataObject } from 'n8n-workflow';

import { pageSearch, readFromCursor } from '../../../../nodes/AudiencePage/trigger/readPages';
import { all, List, REQUEST } from '../transport/aList';

/** A list of 7 records, three a page: the pages begin at 0, 3 and 6. */
const seven = () => new List(7, { greatestLimit: 0, usual: 3 });

const cursorsOf = ({ asked }: List) =>
	asked.filter(({ limit }) => limit === undefined).map(({ cursor }) => cursor);
const numbersOf = (pages: Array<{ records: IDataObject[] }>) =>
	pages.flatMap(({ records }) => records.map(({ n }) => n));

describe('A list with cursors is read once round', () => {
	test('from its beginning to its end', async () => {
		const list = seven();
		expect(numbersOf(await all(readFromCursor(list.context, REQUEST)))).toEqual([0, 1, 2, 3, 4, 5, 6]);
		expect(cursorsOf(list)).toEqual([undefined, '3', '6']);
	});

	test.each([
		['3', [3, 4, 5, 6, 0, 1, 2], ['3', '6', undefined]],
		['6', [6, 0, 1, 2, 3, 4, 5], ['6', undefined, '3']],
	])('from %s to its end, and from its beginning to there', async (from, numbers, cursors) => {
		const list = seven();
		expect(numbersOf(await all(readFromCursor(list.context, REQUEST, from)))).toEqual(numbers);
		expect(cursorsOf(list)).toStrictEqual(cursors);
	});

	test('to its end, if it does not come by the place again', async () => {
		const list = seven();
		expect(numbersOf(await all(readFromCursor(list.context, REQUEST, '4')))).toEqual([
			4, 5, 6, 0, 1, 2, 3, 4, 5, 6,
		]);
	});

	test('from its beginning, if the service has forgotten the place', async () => {
		const list = seven();
		expect(numbersOf(await all(readFromCursor(list.context, REQUEST, 'forgotten')))).toEqual([
			0, 1, 2, 3, 4, 5, 6,
		]);
		expect(cursorsOf(list)).toEqual(['forgotten', undefined, '3', '6']);
	});
});

test('A list that goes on, and does not say where, is an error', async () => {
	const answer = { items: [{ n: 0 }], hasMore: true };
	const context = { ...new List(0).context, makeRoutingRequest: async () => [{ json: answer }] };
	await expect(all(readFromCursor(context, REQUEST))).rejects.toThrow(
		'The list could not be read completely',
	);
});

describe('A list without cursors is read in one answer', () => {
	const searched = pageSearch('new pages', 'Narrow the list down with Filters > Search');

	test.each([
		[Infinity, [1000]],
		[999, [1000, 500]],
		[150, [1000, 500, 200, 100]],
		[99, [1000, 500, 200, 100, undefined]],
	])('where the service takes limits up to %i: %j', async (greatestLimit, limits) => {
		const list = new List(2, { greatestLimit });
		expect(numbersOf(await all(searched(list.context, REQUEST)))).toEqual([0, 1]);
		expect(list.asked.map(({ limit }) => limit)).toStrictEqual(limits);
	});

	test('and that is an error where it has more', async () => {
		const list = new List(1001);
		await expect(all(searched(list.context, REQUEST))).rejects.toMatchObject({
			message:
				'There are 1001 pages, but the service lists only 1000, so new pages could be missed. Narrow the list down with Filters > Search',
			description: 'The page search of the service has no second page of results.',
		});
	});

	test.each([null, undefined, 1])(
		'and that is an error where it says so and counts %j',
		async (totalCount) => {
			const answer = { items: [{ n: 0 }], hasMore: true, totalCount };
			const context = { ...new List(0).context, makeRoutingRequest: async () => [{ json: answer }] };
			await expect(all(searched(context, REQUEST))).rejects.toThrow(
				'There are more pages, but the service lists only 1, so new pages could be missed',
			);
		},
	);
});
