/** Lists, read in services of every kind: complete or an error, each record once, Limit exact. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../support/locators';
import { listDeviations } from './deviations/lists';
import { mustHold, outcomesOf } from './laws';
import { useItsOwnTime } from './time';
import { itHoldsInEveryWorld, settings, type Happened, type Task } from './worlds';

useItsOwnTime();

/** The lists with cursors, and what the ID of their records is called. */
const LISTS: Array<{ id: string; parameters: INodeParameters }> = [
	{ id: 'personId', parameters: { resource: 'person' } },
	{ id: 'accountLogId', parameters: { resource: 'accountLog', accountId: `account_${'a'.repeat(26)}` } },
	{ id: 'personLogId', parameters: { resource: 'personLog', personId: byId('person_1') } },
	{ id: 'audienceId', parameters: { resource: 'audience', pageId: byId('page_1') } },
	{ id: 'assetId', parameters: { resource: 'asset' } },
	{ id: 'pageLinkId', parameters: { resource: 'pageLink' } },
	{ id: 'topicEntryId', parameters: { resource: 'topicEntry', topicId: 'topic_1' } },
];

interface Reading extends Task {
	id: string;
	records: number;
	limit: number;
}

const readings = fc
	.record({
		list: fc.constantFrom(...LISTS),
		records: fc.integer({ min: 0, max: 45 }),
		limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 50 })),
		pageSize: fc.constantFrom('', 7, 20),
		items: fc.integer({ min: 1, max: 2 }),
		settings,
	})
	.map(({ list: { id, parameters }, records, limit, pageSize, items, settings }): Reading => {
		const record = (number: number): IDataObject => ({ [id]: `id ${number}`, name: `Name ${number}` });
		const all = Array.from({ length: records }, (_, number) => record(number));
		const returnAll = limit === Infinity;
		const how = { returnAll, ...(!returnAll && { limit }), options: { pageSize } };
		return {
			id,
			records,
			limit,
			isRepeatable: true,
			parameters: { ...parameters, operation: 'getAll', ...how },
			items: Array.from({ length: items }, () => ({})),
			settings,
			prepare: (service) => {
				service.records.listed = all;
				service.records.people.push(...all);
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
		mustHold(ids.length === wanted || run.error !== undefined, `the list is short or long, ${known}`);
		const isInOrder = String(ids) === String([...ids].sort((a, b) => Number(a.slice(3)) - Number(b.slice(3))));
		mustHold(service.records.paging.isShuffled === true || isInOrder, `another order, ${known}`);
	}
}

describe('Get Many', () => {
	itHoldsInEveryWorld(
		'gives every record once, exactly as many as Limit says, or an error',
		readings,
		listDeviations,
		everyRecordOnce,
	);
});
