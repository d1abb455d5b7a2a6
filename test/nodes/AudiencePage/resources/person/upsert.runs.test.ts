/**
 * Create or Update in several runs, as in a loop: nobody is created twice, however late a search
 * is.
 */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../../../service/faults';
import type { Sandbox } from '../../../../service/sandbox';
import { retryExecution, runExecution, type ExecutionRun } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, UPSERT, useNobody } from './people';

const { sandbox, people, removeAll } = useNobody();

const MINUTE = 60_000;
/** Longer than a process remembers anybody. */
const LONG = 6 * MINUTE;

type Field = 'email' | 'phoneNumber' | 'name';

/** How a person's value stands in rows; the first is how it stands in the service. */
const spellings = (field: Field, person: number): [string, string, string] => {
	if (field === 'email')
		return [`p${person}@acme.com`, `P${person}@Acme.com`, ` p${person}@acme.com `];
	if (field === 'phoneNumber')
		return [`+1415234000${person}`, `+1 (415) 234-000${person}`, `001 415 234.000${person}`];
	return [`Person ${person}`, ` Person ${person} `, `Person  ${person}`];
};

const FAULTS: FaultKind[] = ['resetAfter', 'resetBefore', 'cutShort', 'unprocessable', 'html'];

const executions = fc.record({
	matchOn: fc.constantFrom<Field>('email', 'phoneNumber', 'name'),
	findBy: fc.constantFrom('', 'search', 'readAll'),
	overwrite: fc.constantFrom('always', 'always', 'onlyEmpty'),
	/** Who is in the service before. */
	there: fc.subarray([0, 1, 2]),
	rows: fc.array(
		fc.record({
			person: fc.nat(2),
			spelling: fc.nat(2),
			domain: fc.constantFrom('a.example', 'b.example'),
		}),
		{ minLength: 2, maxLength: 7 },
	),
	batchSize: fc.integer({ min: 1, max: 3 }),
	/** Requests for which a search and the list do not show a new person. */
	lateBy: fc.constantFrom(0, 1, 2, 4, Infinity),
	maxConcurrentRequests: fc.constantFrom(1, 64),
	onError: fc.constantFrom<WorkflowOptions['onError']>('continueRegularOutput', 'stopWorkflow'),
	retryOnFail: fc.boolean(),
	/** Times that the failed execution is retried. */
	retries: fc.nat(2),
	fault: fc.option(fc.constantFrom(...FAULTS), { nil: undefined, freq: 1 }),
	seed: fc.nat(),
});
type Execution = typeof executions extends fc.Arbitrary<infer Value> ? Value : never;
type Row = Execution['rows'][number];

const inBatches = (items: IDataObject[], size: number) =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, number) =>
		items.slice(number * size, (number + 1) * size),
	);

async function execute(execution: Execution): Promise<ExecutionRun> {
	const { matchOn, findBy, overwrite, maxConcurrentRequests } = execution;
	const parameters: INodeParameters = {
		resource: 'person',
		operation: 'upsert',
		matchOn,
		matchValue: '={{ $json.value }}',
		name: matchOn === 'name' ? '' : 'Somebody',
		additionalFields: { domain: '={{ $json.domain }}' },
		options: { findBy, overwrite, maxConcurrentRequests },
	};
	const items = execution.rows.map(({ person, spelling, domain }) => ({
		value: spellings(matchOn, person)[spelling],
		domain,
	}));
	const options: WorkflowOptions = {
		batches: inBatches(items, execution.batchSize),
		executionId: 'execution',
		onError: execution.onError,
		retryOnFail: execution.retryOnFail,
		maxTries: 2,
	};
	let run = await runExecution(sandbox(), parameters, options);
	for (let retry = 0; retry < execution.retries && run.error; retry++)
		run = await retryExecution(sandbox(), parameters, options, run);
	return run;
}

/** From now on, new people are shown only after so many more requests. */
function showLate({ settings, requests }: Sandbox, lateBy: number): void {
	const createdAt = new Map<unknown, number>();
	settings.onAnswer = ({ method }, answer) => {
		const body = answer.body as { personId?: string; items?: IDataObject[] };
		if (method === 'POST' && body.personId !== undefined)
			createdAt.set(body.personId, requests.length);
		const items = body.items?.filter(({ personId }) => {
			const requestsBefore = createdAt.get(personId);
			return requestsBefore === undefined || requestsBefore + lateBy < requests.length;
		});
		if (items) answer.body = { ...body, items, totalCount: items.length };
	};
}

/** What each row comes to, by what was written before it. */
function outcomesOf({ there, overwrite, rows }: Execution): string[] {
	const domains = new Map<number, string | undefined>(there.map((person) => [person, undefined]));
	return rows.map(({ person, domain }) => {
		const isThere = domains.has(person);
		const before = domains.get(person);
		const after = overwrite === 'onlyEmpty' ? (before ?? domain) : domain;
		domains.set(person, after);
		if (!isThere) return 'created';
		return before === after ? 'unchanged' : 'updated';
	});
}

/** A row that was written, by its place. */
interface Written {
	row: Row;
	place: number;
	personId: unknown;
	outcome: unknown;
}

/** @param outputs one for each row, in their order */
function expectOnce({ matchOn, overwrite, rows }: Execution, outputs: IDataObject[]): void {
	for (const person of new Set(rows.map((row) => row.person))) {
		const value = spellings(matchOn, person)[0].toLowerCase();
		const records = people().filter((record) => record[matchOn]?.toLowerCase() === value);
		expect(records.length).toBeLessThanOrEqual(1);
		const [record] = records;
		const written: Written[] = outputs
			.map(({ personId, outcome }, place) => ({ row: rows[place]!, place, personId, outcome }))
			.filter(({ row, outcome }) => row.person === person && outcome !== undefined);
		if (written.length === 0) continue;
		expect(new Set(written.map(({ personId }) => personId))).toEqual(new Set([record?.personId]));
		expect(written.filter(({ outcome }) => outcome === 'created').length).toBeLessThanOrEqual(1);
		// The last row that was written counts, or one after it whose answer was lost; of a value that
		// stays, any.
		const earliest = overwrite === 'always' ? Math.max(...written.map(({ place }) => place)) : 0;
		const domains = rows
			.filter((row, place) => row.person === person && place >= earliest)
			.map(({ domain }) => domain);
		expect(domains).toContain(record?.domain);
	}
}

test('No person is created twice in one execution, whatever is lost or refused, and however it is retried', async () => {
	const holds = async (execution: Execution) => {
		jest.advanceTimersByTime(LONG);
		removeAll();
		const { matchOn, there, fault, seed, lateBy } = execution;
		for (const person of there) addPerson(sandbox(), { [matchOn]: spellings(matchOn, person)[0] });
		showLate(sandbox(), lateBy);
		const { faults } = sandbox().settings;
		if (fault) Object.assign(faults, { seed, chances: { [fault]: 0.3 } });
		const { outputs, error } = await execute(execution);
		expectOnce(execution, outputs.flat());
		if (fault) return;
		expect(error).toBeUndefined();
		expect(outputs.flat().map(({ outcome }) => outcome)).toEqual(outcomesOf(execution));
	};
	await fc.assert(fc.asyncProperty(executions, holds), { seed: 2026, numRuns: 100 });
}, 600_000);

const ofDomain: INodeParameters = {
	...UPSERT,
	additionalFields: { domain: '={{ $json.domain }}' },
};

describe('Nobody is created twice, though no search shows them yet', () => {
	beforeEach(() => void (sandbox().settings.searchDelayMs = Infinity));

	const outcomesIn = (...runs: ExecutionRun[]) =>
		runs.flatMap(({ outputs }) => outputs.flat().map(({ outcome }) => outcome));
	const executeOnce = async () => await runExecution(sandbox(), UPSERT, { items: [{}] });

	test('in ten executions at once', async () => {
		const runs = await Promise.all(Array.from({ length: 10 }, executeOnce));
		expect(outcomesIn(...runs).sort()).toEqual(['created', ...Array<string>(9).fill('unchanged')]);
		expect(people()).toHaveLength(1);
	});

	test('after an update of them that failed: that is reported', async () => {
		sandbox().failNext('unprocessable', { when: ({ method }) => method === 'PATCH' });
		const items = ['a.example', 'b.example', 'b.example'].map((domain) => ({ domain }));
		const options = { items, onError: 'continueRegularOutput' } as const;
		const { outputs } = await runExecution(sandbox(), ofDomain, options);
		const error = expect.stringContaining('may belong to a person who was just created') as string;
		expect(outputs[0]).toMatchObject([{ outcome: 'created' }, {}, { error }]);
		expect(people()).toHaveLength(1);
	});

	test('but by another key of the service, which is another connection', async () => {
		const first = await executeOnce();
		sandbox().settings.otherApiKeys.push('other-key');
		const otherConnection = { url: sandbox().url, apiKey: 'other-key' };
		const second = await runExecution(otherConnection, UPSERT, { items: [{}] });
		expect(outcomesIn(first, second)).toEqual(['created', 'created']);
	});

	test('for five minutes: then a search is right', async () => {
		const first = await executeOnce();
		jest.advanceTimersByTime(4.9 * MINUTE);
		const second = await executeOnce();
		jest.advanceTimersByTime(0.2 * MINUTE);
		const third = await executeOnce();
		expect(outcomesIn(first, second, third)).toEqual(['created', 'unchanged', 'created']);
	});
});

/** Two executions in one process, of which one lasts longer than anything is remembered. */
describe.each(['search', 'readAll'])('A run that lasts, with How to Find %s', (findBy) => {
	const BY_PHONE: INodeParameters = {
		...ofDomain,
		matchOn: 'phoneNumber',
		matchValue: '={{ $json.phone }}',
		options: { findBy, maxConcurrentRequests: 1 },
	};
	const FIRST = { phone: '+4930111111', domain: 'a.example' };
	const SECOND = { phone: '+4930222222', domain: 'a.example' };

	/**
	 * Runs the two rows. Before the second, another execution writes a row about the same person, and
	 * time passes.
	 * @returns the output of the second row
	 */
	async function runBeside(row: typeof SECOND, minutes: number): Promise<IDataObject | undefined> {
		let isDone = false;
		sandbox().settings.onRequest = async ({ method }) => {
			jest.advanceTimersByTime(1);
			if (method === 'GET' || isDone) return;
			isDone = true;
			await runExecution(sandbox(), BY_PHONE, { items: [row] });
			jest.advanceTimersByTime(minutes * MINUTE);
		};
		const { outputs } = await runExecution(sandbox(), BY_PHONE, { items: [FIRST, SECOND] });
		return outputs[0]?.[1];
	}

	test.each([0, 3, 4.5, 6])(
		'creates nobody whom another has created %s minutes ago',
		async (minutes) => {
			expect(await runBeside(SECOND, minutes)).toMatchObject({ outcome: 'unchanged' });
			expect(people()).toHaveLength(2);
		},
	);

	test.each([0, 3, 4.5])('writes after another %s minutes ago', async (minutes) => {
		addPerson(sandbox(), { phoneNumber: SECOND.phone, domain: 'a.example' });
		expect(await runBeside({ ...SECOND, domain: 'b.example' }, minutes)).toMatchObject({
			outcome: 'updated',
			changes: { domain: { from: 'b.example', to: 'a.example' } },
		});
	});
});
