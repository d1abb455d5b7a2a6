/**
 * Every event of the trigger, with the case that says how it watches a list of a sandbox with the
 * usual records.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { eventCases } from '../cases';
import { seedStore } from '../service/seed';
import type { Collection, Store } from '../service/store';
import { events, listOperationOf } from './description';
import { endpointOf, pathFor } from './endpoints';
import { runnableNamed } from './everyOperation';
import { firstIds, nth } from './records';

const ids = firstIds(seedStore());

/** The records of a list, wherever the sandbox has them. */
export type Records = Pick<Collection<IDataObject>, 'all' | 'add' | 'remove'>;

let added = 0;

/** Every event of the trigger that has a case; that all have one, `cases.test.ts` says. */
export const watched = events.flatMap((described) => {
	const { event, option } = described;
	const testCase = eventCases[event];
	if (testCase === undefined) return [];
	const endpoint = endpointOf(option);
	const reads = runnableNamed(listOperationOf(option).name);
	const needed = testCase.needs(ids);
	// Where users choose, new records count too.
	const newToo = described.fields.some(({ name }) => name === 'changes') && {
		changes: 'createdAndUpdated',
	};
	const { resource, operation, idField, isPaged, maxLimit, listName = 'items' } = reads;
	const recordsOf = (store: Store) => testCase.recordsIn(store, ids) as Records;

	return {
		...described,
		testCase,
		path: pathFor(endpoint, ids),
		idField,
		parameters: { event, ...newToo, ...needed } as INodeParameters,
		/** An answer with all of its list. */
		answerWith: (records: IDataObject[]) => ({
			[listName]: records,
			...(isPaged && { hasMore: false, totalCount: records.length }),
		}),
		/** Whether its list has cursors. */
		isPaged,
		maxLimit,
		/** The operation that reads the same list, to its end. */
		reads,
		getMany: { resource, operation, returnAll: true, limit: 1000, ...needed } as INodeParameters,
		/** What is in the list. */
		recordsOf,
		/** Adds one more to the list, like its first one but for its ID: the ID of it. */
		add: (store: Store): string => {
			const records = recordsOf(store);
			const id = `added_${++added}`;
			records.add({ ...nth(records.all()), [idField]: id });
			return id;
		},
	};
});

/** The event of that name. */
export function watchedBy(event: string): (typeof watched)[number] {
	const named = watched.find((each) => each.event === event);
	if (named === undefined) throw new Error(`The trigger has no event ${event}`);
	return named;
}
