/** Lists, read in services of every kind: complete or an error, each record once, Limit exact. */
import fc from 'fast-check';
import * as pagination from '../../nodes/AudiencePage/transport/pagination';
import { watched, watchedBy } from '../support/everyEvent';
import { listDeviations } from './deviations/lists';
import { mustHold, outcomesOf, afterRun, settings, type Happened, type Task } from './laws';
import { itHoldsInEveryWorld } from './worlds';
import { addTo } from './WorldService';

interface Reading extends Task {
	id: string;
	records: number;
	limit: number;
}

/** Every list with cursors, by an event that watches it. */
const LISTS = watched.filter(({ isPaged }) => isPaged).map(({ event }) => event);

const readings = fc
	.record({
		list: fc.constantFrom(...LISTS),
		records: fc.integer({ min: 0, max: 45 }),
		limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 50 })),
		pageSize: fc.constantFrom(100, 7, 20),
		items: fc.integer({ min: 1, max: 2 }),
		settings,
	})
	.map(({ list, records, limit, pageSize, items, settings }): Reading => {
		const { idField: id, getMany } = watchedBy(list);
		const returnAll = limit === Infinity;
		const how = { returnAll, limit: returnAll ? 1 : limit };
		return {
			id,
			records,
			limit,
			isRepeatable: true,
			parameters: { ...getMany, ...how },
			items: Array.from({ length: items }, () => ({})),
			settings,
			prepare: (service) => {
				jest.replaceProperty(pagination as { PAGE_SIZE: number }, 'PAGE_SIZE', pageSize);
				addTo(service, list, records);
			},
		};
	});

function everyRecordOnce(happened: Happened<Reading>): void {
	const { task, run, service } = happened;
	const wanted = Math.min(task.limit, task.records);
	for (const { outputs, error } of outcomesOf(happened)) {
		if (error !== undefined) continue;
		const ids = outputs.map(({ json }) => String(json[task.id] as string));
		const known = `${ids.length} records of ${wanted}: ${ids.join(', ')}`;
		mustHold(new Set(ids).size === ids.length, `a record comes twice, ${known}`);
		mustHold(
			ids.length === wanted || run.error !== undefined,
			`the list is short or long, ${known}`,
		);
		const { paging } = service;
		const claimed = paging.count;
		const isHinted = run.hints.some((hint) =>
			[ids.length, claimed].every((count) => hint.includes(`${count}`)),
		);
		const isShort = claimed !== undefined && task.limit === Infinity && run.error === undefined;
		mustHold(!isShort || isHinted, `no hint that the service counts ${claimed}, ${known}`);
		const isInOrder =
			String(ids) === String([...ids].sort((a, b) => Number(a.slice(3)) - Number(b.slice(3))));
		mustHold(paging.isShuffled === true || isInOrder, `another order, ${known}`);
	}
}

describe('Get Many', () => {
	itHoldsInEveryWorld(
		'gives every record once, exactly as many as Limit says, or an error',
		readings,
		listDeviations,
		afterRun(everyRecordOnce),
	);
});
