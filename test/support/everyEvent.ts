/** Every event of the trigger, with the case that says how it watches a list of a sandbox with the usual records. */
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { eventCases } from '../cases';
import { seedStore } from '../service/seed';
import { DEFAULT_SIZES } from '../service/seed/sizes';
import type { Collection, Store } from '../service/store';
import { events } from './description';
import { endpointOf, pathFor } from './endpoints';
import { runnable } from './everyOperation';
import { firstIds, nth } from './records';

const ids = firstIds(seedStore(1, DEFAULT_SIZES));

/** What a list has, whatever it is. */
type Records = Pick<Collection<IDataObject>, 'all' | 'add'>;

const dependsOnOthers = ({ displayOptions: { show = {} } = {} }: INodeProperties): boolean =>
	Object.keys(show).some((name) => !['resource', 'operation'].includes(name));

let added = 0;

/** Every event of the trigger that has a case; that all have one, `cases.test.ts` says. */
export const watched = events.flatMap((described) => {
	const { event, option } = described;
	const itsCase = eventCases[event];
	if (itsCase === undefined) return [];
	const endpoint = endpointOf(option);
	const reads = runnable.find((one) => one.operation === 'getAll' && endpointOf(one.option) === endpoint);
	if (reads === undefined) throw new Error(`No operation reads the list of ${event}`);
	const needed = itsCase.needs(ids);
	const { resource, idField } = reads;
	const getMany: INodeParameters = {
		resource,
		operation: 'getAll',
		returnAll: true,
		limit: 1000,
		...needed,
	};

	/** What is in the list. */
	const recordsOf = (store: Store) => itsCase.recordsIn(store, ids) as Records;

	/** Adds one more to the list, like its first one but for its ID: the ID of it. */
	const add = (store: Store): string => {
		const records = recordsOf(store);
		const id = `added_${++added}`;
		records.add({ ...nth(records.all()), [idField]: id });
		return id;
	};

	return {
		...described,
		itsCase,
		path: pathFor(endpoint, ids),
		idField,
		parameters: { event, ...needed } as INodeParameters,
		/** An answer with all of its list. */
		answerWith: (records: IDataObject[]) => ({
			items: records,
			hasMore: false,
			nextCursor: null,
			totalCount: records.length,
		}),
		/** Whether its list has cursors. */
		isPaged: reads.isPaged,
		/** The query of a request for so many records; one without cursors is asked for as many as there can be. */
		queryFor: (records: number) => {
			const takesLimit = reads.fields.some(({ name }) => name === 'limit');
			return takesLimit ? `limit=${records === Infinity ? 1000 : records}` : undefined;
		},
		/** Whether its records are simplified. */
		isSimplified: reads.fields.some((field) => field.name === 'simplify' && !dependsOnOthers(field)),
		/** The operation that reads the same list, to its end. */
		getMany,
		recordsOf,
		add,
	};
});

/** The one of that name. */
export function watchedBy(event: string): (typeof watched)[number] {
	const found = watched.find((one) => one.event === event);
	if (found === undefined) throw new Error(`The trigger has no event ${event}`);
	return found;
}
