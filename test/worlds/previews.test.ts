/** Previews, in services of every kind: they write nothing, and where all goes well, they say what is then written. */
import type { INodeParameters } from 'n8n-workflow';

import { refusedRows, successes } from './deviations/answers';
import { listDeviations } from './deviations/lists';
import { blindSearch } from './deviations/writes';
import { mustHold, outcomesOf, type Outcome } from './laws';
import { afterRun, type Happened } from './nodeRun';
import { updates, upserts, type Change } from './people';
import { itHoldsInEveryWorld, type World } from './worlds';

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
