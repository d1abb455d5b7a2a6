/**
 * Create or Update in several runs, as in a loop: nobody is created twice, however late a search
 * is.
 */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../../../service/faults';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { retryExecution, runExecution, type ExecutionRun } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, useNobody } from './people';

const { sandbox, people } = useNobody();

const SPELLINGS = {
	email: (person: number) => [
		`p${person}@acme.com`,
		`P${person}@Acme.com`,
		` p${person}@acme.com `,
	],
	phoneNumber: (person: number) => [
		`+1415234000${person}`,
		`+1 (415) 234-000${person}`,
		`001 415 234.000${person}`,
	],
	name: (person: number) => [`Person ${person}`, ` Person ${person} `, `Person ${person}`],
};
type Field = keyof typeof SPELLINGS;

const row = fc.record({
	person: fc.nat(2),
	spelling: fc.nat(2),
	domain: fc.constantFrom('a.example', 'b.example'),
});

const FAULTS: FaultKind[] = ['resetAfter', 'resetBefore', 'cutShort', 'unprocessable', 'html'];

const tasks = fc.record({
	matchOn: fc.constantFrom<Field>('email', 'phoneNumber', 'name'),
	findBy: fc.constantFrom('', 'search', 'readAll'),
	overwrite: fc.constantFrom('always', 'always', 'onlyEmpty'),
	/** Who is there before. */
	known: fc.subarray([0, 1, 2]),
	rows: fc.array(row, { minLength: 2, maxLength: 7 }),
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
type Case = typeof tasks extends fc.Arbitrary<infer Value> ? Value : never;

const inBatches = (items: IDataObject[], size: number) =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
		items.slice(n * size, (n + 1) * size),
	);

async function execute(service: Sandbox, of: Case): Promise<ExecutionRun> {
	const { matchOn, findBy, overwrite, rows, maxConcurrentRequests, onError, retryOnFail, retries } =
		of;
	const parameters: INodeParameters = {
		...{ resource: 'person', operation: 'upsert' },
		options: {
			findBy,
			overwrite,
			maxConcurrentRequests,
		},
		...{ matchOn, matchValue: '={{ $json.value }}' },
		...(matchOn !== 'name' && { name: 'Somebody' }),
		additionalFields: { domain: '={{ $json.domain }}' },
	};
	const items = rows.map(({ person, spelling, ...rest }) => ({
		...{ value: SPELLINGS[matchOn](person)[spelling], ...rest },
	}));
	const options: WorkflowOptions = {
		...{ batches: inBatches(items, of.batchSize), executionId: 'execution', onError },
		...(retryOnFail && { retryOnFail, maxTries: 2 }),
	};
	let run = await runExecution(service, parameters, options);
	for (let retry = 0; retry < retries && run.error; retry++) {
		run = await retryExecution(service, parameters, options, run);
	}
	return run;
}

/** From now on, new people are shown only after so many more requests. */
function showLate({ settings, requests }: Sandbox, lateBy: number): void {
	const bornAt = new Map<unknown, number>();
	settings.onAnswer = ({ method }, answer) => {
		const body = answer.body as { personId?: string; items?: IDataObject[] };
		if (method === 'POST' && body.personId !== undefined)
			bornAt.set(body.personId, requests.length);
		const items = body.items?.filter(({ personId }) => {
			const born = bornAt.get(personId);
			return born === undefined || born + lateBy < requests.length;
		});
		if (items) answer.body = { ...body, items, totalCount: items.length };
	};
}

function expectOnce(
	{ matchOn, overwrite, rows }: Case,
	{ store }: Sandbox,
	given: IDataObject[],
): void {
	for (const person of new Set(rows.map((one) => one.person))) {
		const value = SPELLINGS[matchOn](person)[0]?.toLowerCase();
		const there = store.persons
			.all()
			.filter((one) => String(one[matchOn]).trim().toLowerCase() === value);
		expect(there.length).toBeLessThanOrEqual(1);
		const isWrite = ({ person: whose }: (typeof rows)[number]) => whose === person;
		const done = given.flatMap((output, number) =>
			isWrite(rows[number]!) && output.error === undefined ? [{ number, ...output }] : [],
		) as Array<{ number: number; personId: string; outcome: string }>;
		if (done.length === 0) continue;
		expect(new Set(done.map(({ personId }) => personId))).toEqual(new Set([there[0]?.personId]));
		expect(done.filter(({ outcome }) => outcome === 'created').length).toBeLessThanOrEqual(1);
		// Of the rows after the last that went through, each may have; of a value that stays, any.
		const last = overwrite === 'always' ? Math.max(...done.map(({ number }) => number)) : 0;
		const mayStand = rows.filter((one, number) => isWrite(one) && number >= last);
		expect(mayStand.map(({ domain }) => domain)).toContain(there[0]?.domain);
	}
}

/** What each row comes to, by what was written before it. */
function outcomesOf({ known, overwrite, rows }: Case): string[] {
	const there = new Map<number, string | undefined>(known.map((person) => [person, undefined]));
	return rows.map(({ person, domain }) => {
		const [isThere, before] = [there.has(person), there.get(person)];
		const after = overwrite === 'onlyEmpty' ? (before ?? domain) : domain;
		there.set(person, after);
		if (!isThere) return 'created';
		return before === after ? 'unchanged' : 'updated';
	});
}

/** The process remembers whom it has created, by the key of the service. */
let cases = 0;

test('No person is created twice in one execution, whatever is lost or refused, and however it is retried', async () => {
	const holds = async (of: Case) => {
		const service = await startSandbox({ sizes: { persons: 0 }, apiKey: `key-of-case-${++cases}` });
		try {
			for (const person of of.known) {
				const values = Object.entries(SPELLINGS).map(([field, spelled]) => [
					field,
					spelled(person)[0],
				]);
				addPerson(service, {
					personId: `known_${person}`,
					...(Object.fromEntries(values) as IDataObject),
				});
			}
			showLate(service, of.lateBy);
			const { faults } = service.settings;
			if (of.fault) Object.assign(faults, { seed: of.seed, chances: { [of.fault]: 0.3 } });
			const { outputs, error } = await execute(service, of);
			expectOnce(of, service, outputs.flat());
			if (of.fault) return;
			expect(error).toBeUndefined();
			expect(outputs.flat().map(({ outcome }) => outcome)).toEqual(outcomesOf(of));
		} finally {
			await service.close();
		}
	};
	await fc.assert(fc.asyncProperty(tasks, holds), { seed: 2026, numRuns: 160 });
}, 600_000);

/** As the service's search is late by 2 s: nothing here takes as long. */
describe('Nobody is created twice, though no search shows them yet', () => {
	beforeEach(() => void (sandbox().settings.searchDelayMs = Infinity));

	const ADA: INodeParameters = {
		...{ resource: 'person', operation: 'upsert', name: 'Ada', matchValue: 'ada@acme.com' },
		additionalFields: { domain: '={{ $json.domain }}' },
	};
	const outcomesIn = (...runs: ExecutionRun[]) =>
		runs.flatMap(({ outputs }) => outputs.flat().map(({ outcome }) => outcome));
	const domains = (...names: string[]) => names.map((name) => ({ domain: `${name}.example` }));

	test('in the rounds of a loop', async () => {
		const batches = domains('a', 'a', 'b').map((row) => [row]);
		const run = await runExecution(sandbox(), ADA, { batches });
		expect(outcomesIn(run)).toEqual(['created', 'unchanged', 'updated']);
	});

	test('in ten executions at once', async () => {
		const runs = await Promise.all(
			Array.from({ length: 10 }, async () => await runExecution(sandbox(), ADA, { items: [{}] })),
		);
		expect(outcomesIn(...runs).sort()).toEqual(['created', ...Array<string>(9).fill('unchanged')]);
		expect(people()).toHaveLength(1);
	});

	test('in a retry after an item that failed', async () => {
		sandbox().failNext('unprocessable', { when: ({ body }) => /bea/.test(JSON.stringify(body)) });
		const parameters = { ...ADA, matchValue: '={{ $json.email }}' };
		const items = ['ada@acme.com', 'bea@acme.com'].map((email) => ({ email }));
		const options = { items, retryOnFail: true, maxTries: 2 };
		expect(outcomesIn(await runExecution(sandbox(), parameters, options))).toEqual([
			'unchanged',
			'created',
		]);
	});

	test('after an update of them that failed: that is reported', async () => {
		sandbox().failNext('unprocessable', { when: ({ method }) => method === 'PATCH' });
		const options = { items: domains('a', 'b', 'b'), onError: 'continueRegularOutput' } as const;
		const { outputs } = await runExecution(sandbox(), ADA, options);
		const error = expect.stringContaining('may belong to a person who was just created') as string;
		expect(outputs[0]).toMatchObject([{ outcome: 'created' }, {}, { error }]);
		expect(people()).toHaveLength(1);
	});

	test('but by another key of the service, which is another connection', async () => {
		const first = await runExecution(sandbox(), ADA, { items: [{}] });
		sandbox().settings.otherApiKeys.push('other-key');
		const other = { url: sandbox().url, apiKey: 'other-key' };
		const second = await runExecution(other, ADA, { items: [{}] });
		expect(outcomesIn(first, second)).toEqual(['created', 'created']);
	});

	test('for five minutes: then a search is right', async () => {
		const first = await runExecution(sandbox(), ADA, { items: [{}] });
		const later = performance.now() + 5 * 60_000;
		jest.spyOn(performance, 'now').mockReturnValue(later);
		const second = await runExecution(sandbox(), ADA, { items: [{}] });
		expect(outcomesIn(first, second)).toEqual(['created', 'created']);
	});
});

/** Two executions in one process, of which one lasts longer than anything is remembered. */
describe.each(['search', 'readAll'])('A run that lasts, with How to Find %s', (findBy) => {
	const UPSERT: INodeParameters = {
		...{ resource: 'person', operation: 'upsert', name: 'Somebody', matchOn: 'phoneNumber' },
		matchValue: '={{ $json.phone }}',
		additionalFields: { domain: '={{ $json.domain }}' },
		options: { findBy, maxConcurrentRequests: 1 },
	};
	const [FIRST, SECOND] = ['+4930111111', '+4930222222'];
	const rowOf = (phone: string, domain: string) => ({ phone, domain: `${domain}.example` });
	const secondOf = ({ outputs }: ExecutionRun) => outputs[0]?.[1];

	/** Runs two rows; before the second, another execution writes its person, and time passes. */
	async function runBeside(rows: IDataObject[], other: IDataObject, minutes: number) {
		const now = performance.now.bind(performance);
		let isDone = false;
		sandbox().settings.onRequest = async ({ method }) => {
			if (method === 'GET' || isDone) return;
			isDone = true;
			await runExecution(sandbox(), UPSERT, { items: [other] });
			jest.spyOn(performance, 'now').mockImplementation(() => now() + minutes * 60_000);
		};
		return await runExecution(sandbox(), UPSERT, { items: rows });
	}

	test.each([0, 3, 4.5, 6])(
		'creates nobody whom another has created %s minutes ago',
		async (ago) => {
			const rows = [rowOf(FIRST, 'a'), rowOf(SECOND, 'a')];
			const run = await runBeside(rows, rowOf(SECOND, 'a'), ago);
			expect(secondOf(run)).toMatchObject({ outcome: 'unchanged' });
			expect(people()).toHaveLength(2);
		},
	);

	test.each([0, 3, 4.5])('writes after another %s minutes ago', async (ago) => {
		addPerson(sandbox(), { phoneNumber: SECOND, domain: 'a.example' });
		const rows = [rowOf(FIRST, 'a'), rowOf(SECOND, 'a')];
		const run = await runBeside(rows, rowOf(SECOND, 'b'), ago);
		expect(secondOf(run)).toMatchObject({
			outcome: 'updated',
			changes: { domain: { from: 'b.example', to: 'a.example' } },
		});
	});
});
