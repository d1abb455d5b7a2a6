/** Changes of people, in services of every kind: the last value stands, and nobody is there twice. */
import { refusedRows, successes } from './deviations/answers';
import { listDeviations, unreliableLists } from './deviations/lists';
import { blindSearch, lateSearch } from './deviations/writes';
import { mustHold, outcomesOf, type Outcome } from './laws';
import { afterRun, type Happened } from './nodeRun';
import { updates, upserts, type Change } from './people';
import { itHoldsInEveryWorld } from './worlds';

const numberOf = (name: unknown) => Number(/row-(\d+)/.exec(String(name))?.[1] ?? -1);

/** The value that stands is that of the last row that went through, or of a later one that may have. */
function lastValueStands({ task, service }: Happened<Change>, outcomes: Outcome[]): void {
	for (const person of new Set(task.people)) {
		const [record] = task.who(service, person);
		const rows = task.people.flatMap((one, row) => (one === person ? [row] : []));
		const done = rows.filter((row) => outcomes[row]?.outputs.length === 1);
		const last = Math.max(...done);
		if (done.length === 0) continue;
		const stands = numberOf(record?.name);
		mustHold(stands >= last, `row ${last} went through, and of person ${person} row ${stands} stands`);
	}
}

/** Everybody is there once, and the outputs say who was created and who was there. */
function oncePerPerson(happened: Happened<Change>, outcomes: Outcome[]): void {
	const { task, service } = happened;
	for (const person of new Set(task.people)) {
		const found = task.who(service, person);
		mustHold(found.length <= 1, `person ${person} is there ${found.length} times`);
		const outputs = outcomes.flatMap((outcome, row) =>
			task.people[row] === person ? outcome.outputs.map(({ json }) => json) : [],
		);
		if (outputs.length === 0) continue;
		mustHold(found.length === 1, `person ${person} is given as written, and is not there`);
		const created = outputs.filter(({ outcome }) => outcome === 'created').length;
		const personIdThere = found[0]?.personId as string | undefined;
		const known = /^person_[123]$/.test(String(personIdThere)) && numberOf(found[0]?.name) < 0;
		mustHold(created <= (known ? 0 : 1), `person ${person} is given as created ${created} times`);
		for (const { personId } of outputs) {
			const isTrue = personId === undefined || personId === found[0]?.personId;
			mustHold(
				isTrue,
				`person ${person} has the ID ${personIdThere}, the output ${String(personId as string)}`,
			);
		}
	}
}

function eachRowHasItsOutcome({ task, run }: Happened<Change>, outcomes: Outcome[]): void {
	if (run.error) return;
	outcomes.forEach(({ outputs, error }, item) => {
		const isOne = error === undefined ? outputs.length === 1 : outputs.length === 0;
		mustHold(isOne, `item ${item} of ${task.items.length}: ${outputs.length} outputs, the error ${error}`);
	});
}

describe('Person > Update', () => {
	itHoldsInEveryWorld(
		'leaves the value of the last row',
		updates,
		[successes, refusedRows, lateSearch, ...listDeviations],
		afterRun((happened) => {
			const outcomes = outcomesOf(happened);
			eachRowHasItsOutcome(happened, outcomes);
			lastValueStands(happened, outcomes);
		}),
	);
});

describe('Person > Create or Update', () => {
	itHoldsInEveryWorld(
		'leaves one person for each value, with what the last row says',
		upserts,
		[successes, refusedRows, lateSearch, blindSearch, ...unreliableLists],
		afterRun((happened) => {
			const outcomes = outcomesOf(happened);
			eachRowHasItsOutcome(happened, outcomes);
			oncePerPerson(happened, outcomes);
			lastValueStands(happened, outcomes);
		}),
	);
});
