/** The trigger, at services of every kind: each new record starts the workflow, once. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { watched, watchedBy } from '../support/everyEvent';
import { Trigger } from '../support/Trigger';
import type { OperationKind } from './deviations/Deviation';
import { listDeviations } from './deviations/lists';
import { keyIsNowhere, mustHold } from './laws';
import { itHoldsInEveryWorld, type World } from './worlds';
import { addTo } from './WorldService';

const MINUTE = 60_000;
/** A poll may leave out what only a whole read finds; so many polls in a row do not. */
const POLLS_OF_A_WHOLE_READ = 14;
const MOST_POLLS = 100;

interface Watching extends OperationKind {
	event: string;
	startFrom: 'now' | 'everything';
	/** How many records are there at first, and how many come before each poll. */
	coming: number[];
}

const watching = fc.record<Watching>({
	// A list without cursors can be too long.
	event: fc.constantFrom(...watched.filter(({ isPaged }) => isPaged).map(({ event }) => event)),
	startFrom: fc.constantFrom('now', 'everything'),
	coming: fc.array(fc.nat(25), { minLength: 1, maxLength: 5 }),
	isRepeatable: fc.constant(true),
	maxRetries: fc.constant(3),
});

async function eachNewRecordOnce({ task, service, clock, mayFail }: World<Watching>): Promise<void> {
	const { event, startFrom } = task;
	const { idField: id, parameters } = watchedBy(event);
	const trigger = new Trigger(service, { ...parameters, startFrom });
	const delivered: string[] = [];
	const there: string[] = [];
	let known: string[] | undefined = startFrom === 'everything' ? [] : undefined;

	/** @returns how many records it has delivered; undefined if it has failed */
	const poll = async (): Promise<number | undefined> => {
		await clock.wait(MINUTE);
		let records: IDataObject[];
		try {
			records = known === undefined ? await trigger.activate() : await trigger.poll();
		} catch (error) {
			keyIsNowhere(service, error);
			mustHold(mayFail, `nothing is wrong, and a poll fails: ${String(error)}`);
			return undefined;
		}
		known ??= [...there];
		delivered.push(...records.map((record) => String(record[id] as string)));
		keyIsNowhere(service, [records, trigger.staticData, trigger.warnings]);
		return records.length;
	};

	for (const number of task.coming) {
		there.push(...addTo(service, event, number, there.length));
		await poll();
	}
	let quiet = 0;
	for (let polls = 0; quiet < POLLS_OF_A_WHOLE_READ && polls < MOST_POLLS; polls++) {
		quiet = (await poll()) === 0 ? quiet + 1 : 0;
	}
	const twice = delivered.filter((one, index) => delivered.indexOf(one) !== index);
	mustHold(twice.length === 0, `delivered twice: ${twice.join(', ')}`);
	const missed = there.filter((one) => !delivered.includes(one) && !known?.includes(one));
	mustHold(missed.length === 0 || quiet < POLLS_OF_A_WHOLE_READ, `never delivered: ${missed.join(', ')}`);
	const old = delivered.filter((one) => known?.includes(one));
	mustHold(old.length === 0, `delivered though it was there before: ${old.join(', ')}`);
}

describe('The trigger', () => {
	itHoldsInEveryWorld('delivers each new record once', watching, listDeviations, eachNewRecordOnce);
});
