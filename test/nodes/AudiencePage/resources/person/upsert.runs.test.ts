/** Create or Update in several runs, as in a loop: nobody is created twice, however late a search is. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../../../service/faults';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { casesOf } from '../../../../support/cases';
import { retryExecution, runExecution, type ExecutionRun } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, useNobody } from './people';

const { sandbox, people } = useNobody();

/** How the values of one person are written, all of them the same. */
const SPELLINGS = {
	email: (person: number) => [`p${person}@acme.com`, `P${person}@Acme.com`, ` p${person}@acme.com `],
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
	/** What the person is looked for by, where each row chooses. */
	by: fc.constantFrom<Field>('email', 'phoneNumber'),
	domain: fc.constantFrom('a.example', 'b.example'),
	isPreview: fc.constantFrom(false, false, true),
});

const FAULTS: FaultKind[] = ['resetAfter', 'resetBefore', 'cutShort', 'unprocessable', 'html'];

const tasks = fc.record({
	matchOn: fc.constantFrom<Field | 'each'>('email', 'phoneNumber', 'name', 'each'),
	findBy: fc.constantFrom('', 'search', 'readAll'),
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
	Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** Where each row chooses, all have an email and a phone number, and are matched on either. */
async function execute(service: Sandbox, of: Case): Promise<ExecutionRun> {
	const { matchOn, findBy, rows, maxConcurrentRequests, onError, retryOnFail, retries } = of;
	const parameters: INodeParameters = {
		...{ resource: 'person', operation: 'upsert' },
		options: { findBy, maxConcurrentRequests, maxRetries: 1, previewOnly: '={{ $json.isPreview }}' },
		...{ matchOn: '={{ $json.by }}', matchValue: '={{ $json[$json.by] }}' },
		...(matchOn === 'each' ? {} : { matchOn }),
		...(matchOn !== 'name' && { name: 'Somebody' }),
		additionalFields: {
			domain: '={{ $json.domain }}',
			...(matchOn === 'each' && { email: '={{ $json.email }}', phoneNumber: '={{ $json.phoneNumber }}' }),
		},
	};
	const items = rows.map(({ person, spelling, by, ...rest }) => ({
		...Object.fromEntries(
			Object.entries(SPELLINGS).map(([field, spelled]) => [field, spelled(person)[spelling]]),
		),
		...{ by: matchOn === 'each' ? by : matchOn, ...rest },
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
		if (method === 'POST' && body.personId !== undefined) bornAt.set(body.personId, requests.length);
		const items = body.items?.filter(({ personId }) => {
			const born = bornAt.get(personId);
			return born === undefined || born + lateBy < requests.length;
		});
		if (items) answer.body = { ...body, items, totalCount: items.length };
	};
}

function expectOnce({ matchOn, rows }: Case, { store }: Sandbox, given: IDataObject[]): void {
	const field = matchOn === 'each' ? 'email' : matchOn;
	for (const person of new Set(rows.map((one) => one.person))) {
		const value = SPELLINGS[field](person)[0]?.toLowerCase();
		const there = store.persons.all().filter((one) => String(one[field]).trim().toLowerCase() === value);
		expect(there.length).toBeLessThanOrEqual(1);
		const isWrite = ({ person: whose, isPreview }: (typeof rows)[number]) => whose === person && !isPreview;
		const done = given.flatMap((output, number) =>
			isWrite(rows[number]!) && output.error === undefined ? [{ number, ...output }] : [],
		) as Array<{ number: number; personId: string; outcome: string }>;
		if (done.length === 0) continue;
		expect(new Set(done.map(({ personId }) => personId))).toEqual(new Set([there[0]?.personId]));
		expect(done.filter(({ outcome }) => outcome === 'created').length).toBeLessThanOrEqual(1);
		// Of the rows after the last that went through, each may have.
		const last = Math.max(...done.map(({ number }) => number));
		const mayStand = rows.filter((one, number) => isWrite(one) && number >= last);
		expect(mayStand.map(({ domain }) => domain)).toContain(there[0]?.domain);
	}
}

/** What each row comes to, by what was written before it; for a preview, also by what those before it in its run would write. */
function outcomesOf({ known, rows, batchSize }: Case): string[] {
	const there = new Map<number, string | undefined>(known.map((person) => [person, undefined]));
	let shown = new Map(there);
	return rows.map(({ person, domain, isPreview }, number) => {
		if (number % batchSize === 0) shown = new Map(there);
		const domains = isPreview ? shown : there;
		const [has, before] = [domains.has(person), domains.get(person)];
		shown.set(person, domain);
		if (!isPreview) there.set(person, domain);
		if (!has) return isPreview ? 'wouldCreate' : 'created';
		if (before === domain) return 'unchanged';
		return isPreview ? 'wouldUpdate' : 'updated';
	});
}

test('No person is created twice in one execution, whatever is lost or refused, and however it is retried', async () => {
	const holds = async (of: Case) => {
		const service = await startSandbox({ sizes: { persons: 0 } });
		try {
			for (const person of of.known) {
				const values = Object.entries(SPELLINGS).map(([field, spelled]) => [field, spelled(person)[0]]);
				addPerson(service, { personId: `known_${person}`, ...(Object.fromEntries(values) as IDataObject) });
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
	await fc.assert(fc.asyncProperty(tasks, holds), { seed: 2026, numRuns: casesOf(160) });
}, 600_000);

describe('A later run, whose search does not see anybody yet', () => {
	beforeEach(() => void (sandbox().settings.searchDelayMs = Infinity));

	const run = async (parameters: INodeParameters, batches: IDataObject[][], options: WorkflowOptions = {}) =>
		await runExecution(sandbox(), parameters, { batches, executionId: 'execution', ...options });
	const given = ({ outputs }: ExecutionRun) => outputs.flat().map(({ outcome }) => outcome);
	const continues = { onError: 'continueRegularOutput' } as const;

	const BY_EMAIL: INodeParameters = {
		...{ resource: 'person', operation: 'upsert', name: 'Ada', options: { maxRetries: 0 } },
		matchValue: '={{ $json.email }}',
		additionalFields: { domain: '={{ $json.domain }}' },
	};
	const BY_ROW: INodeParameters = {
		...BY_EMAIL,
		...{ name: '={{ $json.name }}', matchOn: '={{ $json.by }}', matchValue: '={{ $json[$json.by] }}' },
		additionalFields: {
			...{ email: '={{ $json.email }}', domain: '={{ $json.domain }}' },
			linkedinProfileUrl: '={{ $json.linkedinProfileUrl }}',
		},
		options: { maxConcurrentRequests: 1, maxRetries: 0, overwrite: '={{ $json.overwrite ?? "always" }}' },
	};
	const ada = { email: 'ada@acme.com', domain: 'a.example' };

	test.each(['email', 'linkedinProfileUrl'])('finds whom it has matched on %s by both', async (by) => {
		const both = { name: 'Ada', email: ada.email, linkedinProfileUrl: 'linkedin.com/in/ada' };
		const other = by === 'email' ? { linkedinProfileUrl: '' } : { email: '' };
		const next = { by: Object.keys(other)[0], ...both };
		const done = await run(BY_ROW, [[{ by, ...both, ...other }, next]]);
		expect([given(done), people().length]).toEqual([['created', 'updated'], 1]);
	});

	test('does not take a person for the one who they were before: the service lists them late', async () => {
		const late = addPerson(sandbox(), { name: 'Ada', email: 'old@acme.com' });
		const body = { items: [{ ...late }], hasMore: false, totalCount: 1 };
		sandbox().settings.onAnswer = ({ method }, answer) => {
			if (method === 'GET') answer.body = body;
		};
		const { error } = await run(BY_ROW, [
			[{ by: 'name', name: 'Ada', email: 'new@acme.com' }],
			[{ by: 'email', name: 'Bob', email: 'old@acme.com' }],
		]);
		expect(error?.message).toContain(`Match Value finds ${late.personId}, but this execution has`);
		expect(people()).toMatchObject([{ name: 'Ada', email: 'new@acme.com' }]);
	});

	const BOB = { personId: 'person_bob', name: 'Bob', email: 'bob@acme.com' };
	const fills = { email: BOB.email, name: 'Ada', overwrite: 'onlyEmpty' };
	const renames = { email: BOB.email, name: 'Ada' };
	const creates = { email: 'newer@acme.com', name: 'Bob' };

	test.each<[string, IDataObject, string, RegExp]>([
		['update of other fields', fills, 'Ada', /created$/],
		['update of the name', renames, 'Bob', /finds person_bob, but an unconfirmed update/],
		['creation', creates, 'Bob', /finds person_bob, and .* may already have been created/],
	])('writes to nobody who is not meant, after a lost %s', async (_what, row, name, ending) => {
		for (const size of [1, 2]) {
			for (const { personId } of [...people()]) sandbox().store.persons.remove(personId);
			sandbox().settings.searchDelayMs = 3_600_000;
			addPerson(sandbox(), BOB);
			sandbox().failNext('resetAfter', { when: ({ method }) => method !== 'GET' });
			const rows = [
				{ by: 'email', domain: 'bob.example', ...row },
				{ by: 'name', email: 'other@acme.com', name },
			];
			const [, second] = (await run(BY_ROW, inBatches(rows, size), continues)).outputs.flat();
			expect((second?.error ?? second?.outcome) as string).toMatch(ending);
			expect(sandbox().store.persons.get(BOB.personId)?.email).toBe(BOB.email);
		}
	});

	test('of another tenant creates the person there', async () => {
		sandbox().settings.otherApiKeys = ['other-key'];
		const credentials = { baseUrl: sandbox().url, apiKey: '={{ $json.key }}' };
		const batches = [sandbox().apiKey, 'other-key', 'other-key'].map((key) => [{ ...ada, key }]);
		const done = await run(BY_EMAIL, batches, { credentials });
		expect(given(done)).toEqual(['created', 'created', 'unchanged']);
	});

	test('needs nobody kept who was there before and is found as before', async () => {
		sandbox().settings.searchDelayMs = 0;
		const keptOf = ({ data }: ExecutionRun) => JSON.stringify(data.executionData?.contextData);
		expect(keptOf(await run(BY_EMAIL, [[ada]]))).toContain(ada.email);
		const second = await run(BY_EMAIL, [[{ ...ada, domain: 'b.example' }], [ada], [ada]]);
		expect(given(second)).toEqual(['updated', 'updated', 'unchanged']);
		expect(keptOf(second)).not.toContain(ada.email);
	});
});
