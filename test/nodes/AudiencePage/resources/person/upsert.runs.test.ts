/** Create or Update in several runs of one execution, as in a loop: nobody is created twice, however late a search is. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { FaultKind } from '../../../../service/faults/kinds';
import type { Person } from '../../../../service/records';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { casesOf } from '../../../../support/cases';
import { retryExecution, runExecution, type ExecutionRun } from '../../../../support/runExecution';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson } from './people';

/** How the values of one person are written, all of them the same. */
const SPELLINGS: Record<string, (person: number) => string[]> = {
	email: (person) => [`p${person}@acme.com`, `P${person}@Acme.com`, ` p${person}@acme.com `],
	phoneNumber: (person) => [`+1555234000${person}`, `+1 (555) 234-000${person}`, `001 555 234.000${person}`],
	linkedinProfileUrl: (person) => [
		`https://linkedin.com/in/p${person}`,
		` https://linkedin.com/in/p${person} `,
	],
	name: (person) => [`Person ${person}`, ` Person ${person} `],
};
const FIELDS = Object.keys(SPELLINGS);

interface Row {
	person: number;
	spelling: number;
	/** By which of their values the person is looked for, where each row chooses. */
	by: number;
	domain: string;
}

interface Case {
	matchOn: string;
	findBy: string;
	rows: Row[];
	batchSize: number;
	/** Requests for which a search and the list do not show a new person. */
	lateBy: number;
	isContinued: boolean;
	retryOnFail: boolean;
	/** Times that the failed execution is retried. */
	retries: number;
	fault?: FaultKind;
	seed: number;
}

const spelledOf = (field: string, { person, spelling }: Row): string => {
	const spellings = SPELLINGS[field]?.(person) ?? [];
	return spellings[spelling % spellings.length] ?? '';
};

/** The parameters and the items; with `each`, all rows of a person have an email and a phone number, and are matched on either. */
function givenIn({ matchOn, findBy, rows }: Case): { parameters: INodeParameters; items: IDataObject[] } {
	const isChosen = matchOn === 'each';
	const parameters: INodeParameters = {
		...{ resource: 'person', operation: 'upsert', options: { findBy, maxRetries: 1 } },
		matchOn: isChosen ? '={{ $json.by }}' : matchOn,
		matchValue: '={{ $json[$json.by] }}',
		...(matchOn !== 'name' && { name: 'Somebody' }),
		additionalFields: {
			domain: '={{ $json.domain }}',
			...(isChosen && { email: '={{ $json.email }}', phoneNumber: '={{ $json.phoneNumber }}' }),
		},
	};
	const items = rows.map((row) => {
		const fields = isChosen ? ['email', 'phoneNumber'] : [matchOn];
		const values = fields.map((field) => [field, spelledOf(field, row)] as const);
		return { by: fields[row.by % fields.length], ...Object.fromEntries(values), domain: row.domain };
	});
	return { parameters, items };
}

/** From now on, new people are shown only after so many more requests. */
function showLate({ settings, requests }: Sandbox, lateBy: number): void {
	const bornAt = new Map<unknown, number>();
	settings.onAnswer = ({ method }, answer) => {
		const body = answer.body as { personId?: string; items?: IDataObject[]; totalCount?: number };
		if (method === 'POST' && body.personId !== undefined) bornAt.set(body.personId, requests.length);
		if (body.items === undefined) return;
		const isShown = ({ personId }: IDataObject) =>
			(bornAt.get(personId) ?? -Infinity) + lateBy < requests.length;
		const items = body.items.filter(isShown);
		answer.body = { ...body, items, totalCount: items.length };
	};
}

const inBatches = (items: IDataObject[], size: number) =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

async function execute(sandbox: Sandbox, of: Case): Promise<ExecutionRun> {
	const { parameters, items } = givenIn(of);
	const options: WorkflowOptions = {
		batches: inBatches(items, of.batchSize),
		onError: of.isContinued ? 'continueRegularOutput' : 'stopWorkflow',
		...(of.retryOnFail && { retryOnFail: true, maxTries: 2 }),
		executionId: 'execution',
	};
	let run = await runExecution(sandbox, parameters, options);
	for (let retry = 0; retry < of.retries && run.error; retry++) {
		run = await retryExecution(sandbox, parameters, options, run);
	}
	return run;
}

const samePerson = (of: Case, record: Person, person: number): boolean => {
	const field = of.matchOn === 'each' ? 'email' : of.matchOn;
	return (
		String(record[field as keyof Person])
			.trim()
			.toLowerCase() === SPELLINGS[field]?.(person)[0]?.toLowerCase()
	);
};

function expectOnce(of: Case, people: readonly Person[], { outputs, error }: ExecutionRun): void {
	const given = outputs.flat();
	for (const person of new Set(of.rows.map((row) => row.person))) {
		const there = people.filter((record) => samePerson(of, record, person));
		expect(there.length).toBeLessThanOrEqual(1);
		const done = given.flatMap((output, row) =>
			of.rows[row]?.person === person && output.error === undefined ? [{ row, output }] : [],
		);
		if (done.length === 0) continue;
		expect(new Set(done.map(({ output }) => output.personId))).toEqual(new Set([there[0]?.personId]));
		expect(done.filter(({ output }) => output.outcome === 'created').length).toBeLessThanOrEqual(1);
		const last = Math.max(...done.map(({ row }) => row));
		// Of those after the last that went through, each may have.
		const mayStand = of.rows.filter((row, number) => row.person === person && number >= last);
		expect(mayStand.map(({ domain }) => domain)).toContain(there[0]?.domain);
	}
	if (of.fault !== undefined) return;
	expect(error).toBeUndefined();
	expect(given.map(({ outcome }) => outcome)).toEqual(
		of.rows.map(({ person, domain }, row) => {
			const before = of.rows
				.slice(0, row)
				.filter((one) => one.person === person)
				.at(-1);
			if (before === undefined) return 'created';
			return before.domain === domain ? 'unchanged' : 'updated';
		}),
	);
	expect(given.map(({ domain }) => domain)).toEqual(of.rows.map(({ domain }) => domain));
}

const row = fc.record<Row>({
	person: fc.nat(2),
	spelling: fc.nat(2),
	by: fc.nat(1),
	domain: fc.constantFrom('a.example', 'b.example'),
});

const usual = fc.record<Case>({
	matchOn: fc.constantFrom(...FIELDS, 'each'),
	findBy: fc.constantFrom('', 'search', 'readAll'),
	rows: fc.array(row, { minLength: 2, maxLength: 7 }),
	batchSize: fc.integer({ min: 1, max: 3 }),
	lateBy: fc.constantFrom(0, 1, 2, 4, Infinity),
	isContinued: fc.boolean(),
	retryOnFail: fc.boolean(),
	retries: fc.nat(2),
	fault: fc.constant(undefined),
	seed: fc.nat(),
});

const faulty = fc
	.tuple(usual, fc.constantFrom<FaultKind>('resetAfter', 'resetBefore', 'cutShort', 'unprocessable', 'html'))
	.map(([one, fault]): Case => ({ ...one, fault }));

const RUNS = 80;

beforeEach(() => void jest.spyOn(waiting, 'delay').mockResolvedValue());
afterEach(() => jest.restoreAllMocks());

test.each([
	['at a service that works', usual],
	['whatever is lost or refused, and however it is retried', faulty],
])(
	'No person is created twice in one execution: %s',
	async (_where, given) => {
		const holds = async (of: Case) => {
			const sandbox = await startSandbox({ sizes: { persons: 0 } });
			try {
				showLate(sandbox, of.lateBy);
				if (of.fault) Object.assign(sandbox.settings.faults, { seed: of.seed, chances: { [of.fault]: 0.3 } });
				expectOnce(of, sandbox.store.persons.all(), await execute(sandbox, of));
			} finally {
				await sandbox.close();
			}
		};
		await fc.assert(fc.asyncProperty(given, holds), { seed: 2026, numRuns: casesOf(RUNS, 8) });
	},
	600_000,
);

describe('A later run, whose search does not see anybody yet', () => {
	const sandboxWith = async (test: (sandbox: Sandbox) => Promise<void>) => {
		const sandbox = await startSandbox({ sizes: { persons: 0 } });
		sandbox.settings.searchDelayMs = Infinity;
		try {
			await test(sandbox);
		} finally {
			await sandbox.close();
		}
	};
	const BY_EMAIL: INodeParameters = {
		...{ resource: 'person', operation: 'upsert', name: 'Ada', options: { maxRetries: 0 } },
		matchValue: '={{ $json.email }}',
		additionalFields: { domain: '={{ $json.domain }}', linkedinProfileUrl: '={{ $json.profile }}' },
	};
	const ada = { email: 'ada@acme.com', domain: 'a.example' };

	test('sends what a lost update may have changed', async () => {
		await sandboxWith(async (sandbox) => {
			sandbox.failNext('resetAfter', { when: ({ method }) => method === 'PATCH' });
			const batches = [[ada], [{ ...ada, domain: 'b.example' }], [ada]];
			const { outputs } = await runExecution(sandbox, BY_EMAIL, {
				batches,
				onError: 'continueRegularOutput',
			});
			expect(outputs.flat().map(({ outcome }) => outcome)).toEqual(['created', undefined, 'updated']);
			expect(sandbox.store.persons.all()).toMatchObject([ada]);
		});
	});

	const BY_ROW: INodeParameters = {
		...BY_EMAIL,
		...{ name: '={{ $json.name }}', matchOn: '={{ $json.by }}', matchValue: '={{ $json[$json.by] }}' },
		additionalFields: { email: '={{ $json.email }}' },
		options: { maxConcurrentRequests: 1 },
	};
	const HOUR = 3_600_000;

	test.each([1, 2])('knows a namesake whom this execution has created: %i rows a run', async (size) => {
		await sandboxWith(async (sandbox) => {
			sandbox.settings.searchDelayMs = HOUR;
			const older = addPerson(sandbox, { name: 'Homo Nym', email: 'older@acme.com' });
			const rows = [
				{ by: 'email', name: 'Homo Nym', email: 'newer@acme.com' },
				{ by: 'name', name: 'Homo Nym', email: 'other@acme.com' },
			];
			const { error } = await runExecution(sandbox, BY_ROW, { batches: inBatches(rows, size) });
			expect(error?.message).toContain('Match Value matches 2 people');
			expect(sandbox.store.persons.all()).toMatchObject([older, { email: 'newer@acme.com' }]);
		});
	});

	test('does not take a person for the one who they were before: the service lists them late', async () => {
		await sandboxWith(async (sandbox) => {
			sandbox.settings.searchDelayMs = 0;
			const { personId } = addPerson(sandbox, { name: 'Ada', email: 'old@acme.com' });
			const rows = [
				{ by: 'name', name: 'Ada', email: 'new@acme.com' },
				{ by: 'email', name: 'Bob', email: 'old@acme.com' },
			];
			const late = { personId, name: 'Ada', email: 'old@acme.com' };
			sandbox.settings.onAnswer = ({ method }, answer) => {
				if (method === 'GET') answer.body = { items: [late], hasMore: false, totalCount: 1 };
			};
			const { error } = await runExecution(sandbox, BY_ROW, { batches: inBatches(rows, 1) });
			expect(error?.message).toContain(`Match Value finds ${personId}, to whom`);
			expect(sandbox.store.persons.all()).toMatchObject([{ name: 'Ada', email: 'new@acme.com' }]);
		});
	});

	const BOB = { personId: 'person_bob', name: 'Bob', email: 'bob@acme.com' };
	const OTHER = { by: 'name', email: 'other@acme.com' };

	test.each([
		[
			'a lost update of other fields',
			{ email: BOB.email, name: 'Ada', overwrite: 'onlyEmpty' },
			'Ada',
			'created$',
		],
		[
			'a lost update of the name',
			{ email: BOB.email, name: 'Ada' },
			'Bob',
			'finds person_bob, whose value may be another',
		],
		[
			'a lost creation',
			{ email: 'newer@acme.com', name: 'Bob' },
			'Bob',
			'finds person_bob, and .* may already have been created',
		],
	])('writes to nobody who is not meant, after %s', async (_what, row, name, ending) => {
		for (const size of [1, 2]) {
			await sandboxWith(async (sandbox) => {
				sandbox.settings.searchDelayMs = HOUR;
				addPerson(sandbox, BOB);
				sandbox.failNext('resetAfter', { when: ({ method }) => method !== 'GET' });
				const rows = [
					{ by: 'email', domain: 'bob.example', ...row },
					{ ...OTHER, name },
				];
				const parameters = {
					...BY_ROW,
					additionalFields: { email: '={{ $json.email }}', domain: '={{ $json.domain }}' },
					options: { maxConcurrentRequests: 1, maxRetries: 0, overwrite: '={{ $json.overwrite }}' },
				};
				const options = { batches: inBatches(rows, size), onError: 'continueRegularOutput' } as const;
				const [, second] = (await runExecution(sandbox, parameters, options)).outputs.flat();
				expect((second?.error ?? second?.outcome) as string).toMatch(new RegExp(ending));
				const bob = sandbox.store.persons.all().find(({ personId }) => personId === BOB.personId);
				expect(bob?.email).toBe(BOB.email);
			});
		}
	});

	test('finds a person by what somebody else has made of them', async () => {
		await sandboxWith(async (sandbox) => {
			sandbox.settings.searchDelayMs = 0;
			const rows = ['ada@wrong.com', 'ada@right.com'].map((email) => ({ by: 'email', name: 'Ada', email }));
			sandbox.settings.onAnswer = ({ method }, answer) => {
				if (method !== 'POST') return;
				answer.body = { ...(answer.body as object) };
				for (const person of sandbox.store.persons.all()) person.email = 'ada@right.com';
			};
			const { outputs, error } = await runExecution(sandbox, BY_ROW, { batches: inBatches(rows, 1) });
			expect(error).toBeUndefined();
			expect(outputs.flat().map(({ outcome }) => outcome)).toEqual(['created', 'updated']);
			expect(sandbox.store.persons.size).toBe(1);
		});
	});

	test('that is retried goes on with a person whose creation was lost, as soon as the search shows them', async () => {
		await sandboxWith(async (sandbox) => {
			sandbox.failNext('resetAfter', { when: ({ method }) => method === 'POST' });
			const options = { batches: [[ada], [{ ...ada, email: 'bob@acme.com' }]], executionId: 'execution' };
			const failed = await runExecution(sandbox, BY_EMAIL, options);
			expect(failed.error?.message).toContain('may have succeeded');
			const again = await retryExecution(sandbox, BY_EMAIL, options, failed);
			expect(again.error?.message).toContain('may belong to a person');
			sandbox.settings.searchDelayMs = 0;
			const { error, outputs } = await retryExecution(sandbox, BY_EMAIL, options, again);
			expect(error).toBeUndefined();
			expect(outputs.flat().map(({ outcome }) => outcome)).toEqual(['unchanged', 'created']);
			expect(sandbox.store.persons.size).toBe(2);
		});
	});

	test('finds a person by the value that was sent, though the service has made another of it', async () => {
		await sandboxWith(async (sandbox) => {
			const profile = 'linkedin.com/in/ada';
			sandbox.settings.onAnswer = ({ method }, answer) => {
				const linkedinProfileUrl = `https://${profile}`;
				if (method === 'POST') answer.body = { ...(answer.body as object), linkedinProfileUrl };
			};
			const matched = {
				matchOn: 'linkedinProfileUrl',
				matchValue: '={{ $json.profile }}',
				additionalFields: {},
			};
			const batches = [[{ profile }], [{ profile }]];
			const { outputs } = await runExecution(sandbox, { ...BY_EMAIL, ...matched }, { batches });
			expect(outputs.flat().map(({ personId }) => personId)).toEqual(
				Array(2).fill(sandbox.store.persons.all()[0]?.personId),
			);
			expect(sandbox.store.persons.size).toBe(1);
		});
	});

	test('of another tenant creates the person there', async () => {
		await sandboxWith(async (sandbox) => {
			sandbox.settings.otherApiKeys = ['other-key'];
			const credentials = { baseUrl: sandbox.url, apiKey: '={{ $json.key }}' };
			const batches = [sandbox.apiKey, 'other-key', 'other-key'].map((key) => [{ ...ada, key }]);
			const { outputs } = await runExecution(sandbox, BY_EMAIL, { batches, credentials });
			expect(outputs.flat().map(({ outcome }) => outcome)).toEqual(['created', 'created', 'unchanged']);
		});
	});

	test('needs nobody kept who was there before and is found as before', async () => {
		await sandboxWith(async (sandbox) => {
			sandbox.settings.searchDelayMs = 0;
			const { data } = await runExecution(sandbox, BY_EMAIL, { batches: [[ada]] });
			expect(JSON.stringify(data.executionData?.contextData)).toContain(ada.email);
			const again = { batches: [[{ ...ada, domain: 'b.example' }], [ada], [ada]] };
			const second = await runExecution(sandbox, BY_EMAIL, again);
			expect(second.outputs.flat().map(({ outcome }) => outcome)).toEqual([
				'updated',
				'updated',
				'unchanged',
			]);
			expect(JSON.stringify(second.data.executionData?.contextData)).not.toContain(ada.email);
		});
	});
});
