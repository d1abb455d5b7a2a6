/**
 * Changes of people, in services of every kind: the last value stands, and nobody is there twice. Previews write nothing,
 * and where all goes well, they say what is then written.
 */
import type { INodeParameters } from 'n8n-workflow';

import { refusedRows, successes } from './deviations/answers';
import { listDeviations, unreliableLists } from './deviations/lists';
import { blindSearch, lateSearch } from './deviations/writes';
import { mustHold, outcomesOf, type Outcome } from './laws';
import { afterRun, type Happened } from './nodeRun';
import { updates, upserts, type Change } from './people';
import { itHoldsInEveryWorld, type World } from './worlds';

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
				`person ${person} has the ID ${String(personIdThere)}, the output ${String(personId as string)}`,
			);
		}
	}
}

function eachRowHasItsOutcome({ task, run }: Happened<Change>, outcomes: Outcome[]): void {
	if (run.error) return;
	outcomes.forEach(({ outputs, error }, item) => {
		const isOne = error === undefined ? outputs.length === 1 : outputs.length === 0;
		mustHold(
			isOne,
			`item ${item} of ${task.items.length} has ${outputs.length} outputs and the error ${error}`,
		);
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

const OUTCOMES: Record<string, string> = {
	wouldCreate: 'created',
	wouldUpdate: 'updated',
	unchanged: 'unchanged',
};

const previewOf = (task: Change): Change => {
	const options = { ...(task.parameters.options as INodeParameters | undefined), previewOnly: true };
	return { ...task, parameters: { ...task.parameters, options } };
};

function writesNothing({ service, run }: Happened<Change>, before: string): void {
	const writes = service.seen.filter(({ request }) => request.method !== 'GET');
	mustHold(writes.length === 0, `a preview has sent ${writes[0]?.request.text}`);
	mustHold(JSON.stringify(service.records.people) === before, 'a preview has changed the people');
	for (const { json } of run.items) {
		mustHold(json.preview === true || json.error !== undefined, `no preview: ${JSON.stringify(json)}`);
	}
}

/** What the service was asked to write for each row, as far as its text shows the row. */
const sentFor = ({ service }: Happened<Change>, row: number) =>
	service.seen.filter(({ request }) => request.method !== 'GET' && request.text.includes(`row-${row}.`));

function saysWhatIsWritten(previewed: Outcome[], happened: Happened<Change>): void {
	const written = outcomesOf(happened);
	for (const [row, { outputs }] of written.entries()) {
		const [preview] = previewed[row]?.outputs ?? [];
		const [output] = outputs;
		if (preview === undefined || output === undefined) continue;
		const said = OUTCOMES[preview.json.outcome as string];
		const outcome = output.json.outcome as string | undefined;
		mustHold(said === outcome, `row ${row} was to be ${said}, and is ${outcome}`);
		const bodies = new Set(sentFor(happened, row).map(({ request }) => JSON.stringify(request.body)));
		const expected = said === 'unchanged' ? [] : [JSON.stringify(preview.json.body)];
		mustHold(
			String([...bodies]) === String(expected),
			`row ${row} was to be ${String(expected)}, and is ${String([...bodies])}`,
		);
	}
}

const thenForReal = async (world: World<Change>): Promise<void> => {
	let previewed: Outcome[] = [];
	const { task, service } = world;
	task.prepare?.(service);
	const there = { ...task, prepare: undefined };
	const before = JSON.stringify(service.records.people);
	await afterRun<Change>((happened) => {
		writesNothing(happened, before);
		previewed = outcomesOf(happened);
	})({ ...world, task: previewOf(there) });
	await afterRun<Change>((happened) => {
		if (!happened.mayFail) saysWhatIsWritten(previewed, happened);
	})({ ...world, task: there });
};

describe('Preview Only', () => {
	itHoldsInEveryWorld(
		'of Create or Update says what is then written',
		upserts,
		[successes, refusedRows, blindSearch, ...listDeviations],
		thenForReal,
	);

	itHoldsInEveryWorld(
		'of Update says what is then written',
		updates,
		[successes, refusedRows, ...listDeviations],
		thenForReal,
	);
});
