/** Create or Update in several runs of one execution, as in a loop: nobody is created twice, however late a search is. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultKind } from '../../../../service/faults';
import type { Person } from '../../../../service/records';
import type { Sandbox } from '../../../../service/sandbox';
import { casesOf } from '../../../../support/cases';
import { retryExecution, runExecution, type ExecutionRun } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, inSandbox, useNobody } from './people';

const { sandbox, people } = useNobody();

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
	const value = String(record[field as keyof Person]).trim();
	return value.toLowerCase() === SPELLINGS[field]?.(person)[0]?.toLowerCase();
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
				.reverse()
				.find((one) => one.person === person);
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

test.each([
	['at a service that works', usual],
	['whatever is lost or refused, and however it is retried', faulty],
])(
	'No person is created twice in one execution: %s',
	async (_where, given) => {
		const holds = async (of: Case) =>
			await inSandbox(async (service) => {
				const { settings, store } = service;
				showLate(service, of.lateBy);
				if (of.fault) Object.assign(settings.faults, { seed: of.seed, chances: { [of.fault]: 0.3 } });
				expectOnce(of, store.persons.all(), await execute(service, of));
			});
		await fc.assert(fc.asyncProperty(given, holds), { seed: 2026, numRuns: casesOf(80, 8) });
	},
	600_000,
);

describe('A later run, whose search does not see anybody yet', () => {
	beforeEach(() => void (sandbox().settings.searchDelayMs = Infinity));

	const run = async (parameters: INodeParameters, batches: IDataObject[][], options: WorkflowOptions = {}) =>
		await runExecution(sandbox(), parameters, { batches, executionId: 'execution', ...options });
	const outcomesOf = ({ outputs }: ExecutionRun) => outputs.flat().map(({ outcome }) => outcome);
	const continues = { onError: 'continueRegularOutput' } as const;

	const BY_EMAIL: INodeParameters = {
		...{ resource: 'person', operation: 'upsert', name: 'Ada', options: { maxRetries: 0 } },
		matchValue: '={{ $json.email }}',
		additionalFields: { domain: '={{ $json.domain }}' },
	};
	const BY_ROW: INodeParameters = {
		...BY_EMAIL,
		...{ name: '={{ $json.name }}', matchOn: '={{ $json.by }}', matchValue: '={{ $json[$json.by] }}' },
		additionalFields: { email: '={{ $json.email }}', domain: '={{ $json.domain }}' },
		options: { maxConcurrentRequests: 1, maxRetries: 0, overwrite: '={{ $json.overwrite }}' },
	};
	const ada = { email: 'ada@acme.com', domain: 'a.example' };
	const HOUR = 3_600_000;

	test('sends what a lost update may have changed', async () => {
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'PATCH' });
		const done = await run(BY_EMAIL, [[ada], [{ ...ada, domain: 'b.example' }], [ada]], continues);
		expect(outcomesOf(done)).toEqual(['created', undefined, 'updated']);
		expect(people()).toMatchObject([ada]);
	});

	test.each([1, 2])('knows a namesake whom this execution has created: %i rows a run', async (size) => {
		sandbox().settings.searchDelayMs = HOUR;
		const older = addPerson(sandbox(), { name: 'Homo Nym', email: 'older@acme.com' });
		const rows = [
			{ by: 'email', name: 'Homo Nym', email: 'newer@acme.com' },
			{ by: 'name', name: 'Homo Nym', email: 'other@acme.com' },
		];
		const { error } = await run(BY_ROW, inBatches(rows, size));
		expect(error?.message).toContain('Match Value matches 2 people');
		expect(people()).toMatchObject([older, { email: 'newer@acme.com' }]);
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
		expect(error?.message).toContain(`Match Value finds ${late.personId}, to whom`);
		expect(people()).toMatchObject([{ name: 'Ada', email: 'new@acme.com' }]);
	});

	const BOB = { personId: 'person_bob', name: 'Bob', email: 'bob@acme.com' };
	const fills = { email: BOB.email, name: 'Ada', overwrite: 'onlyEmpty' };
	const renames = { email: BOB.email, name: 'Ada' };
	const creates = { email: 'newer@acme.com', name: 'Bob' };

	test.each<[number, string, IDataObject, string, string]>(
		[1, 2].flatMap((size) => [
			[size, 'update of other fields', fills, 'Ada', 'created$'],
			[size, 'update of the name', renames, 'Bob', 'finds person_bob, whose value may be another'],
			[size, 'creation', creates, 'Bob', 'finds person_bob, and .* may already have been created'],
		]),
	)(
		'%i rows a run: writes to nobody who is not meant, after a lost %s',
		async (size, _what, row, name, ending) => {
			sandbox().settings.searchDelayMs = HOUR;
			addPerson(sandbox(), BOB);
			sandbox().failNext('resetAfter', { when: ({ method }) => method !== 'GET' });
			const rows = [
				{ by: 'email', domain: 'bob.example', ...row },
				{ by: 'name', email: 'other@acme.com', name },
			];
			const [, second] = (await run(BY_ROW, inBatches(rows, size), continues)).outputs.flat();
			expect((second?.error ?? second?.outcome) as string).toMatch(new RegExp(ending));
			expect(sandbox().store.persons.get(BOB.personId)?.email).toBe(BOB.email);
		},
	);

	test('finds a person by what somebody else has made of them', async () => {
		sandbox().settings.searchDelayMs = 0;
		sandbox().settings.onAnswer = ({ method }, answer) => {
			if (method !== 'POST') return;
			answer.body = { ...(answer.body as object) };
			for (const person of people()) person.email = 'ada@right.com';
		};
		const rows = ['ada@wrong.com', 'ada@right.com'].map((email) => ({ by: 'email', name: 'Ada', email }));
		expect(outcomesOf(await run(BY_ROW, inBatches(rows, 1)))).toEqual(['created', 'updated']);
		expect(people()).toHaveLength(1);
	});

	test('that is retried goes on with a person whose creation was lost, as soon as the search shows them', async () => {
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'POST' });
		const options = { batches: [[ada], [{ ...ada, email: 'bob@acme.com' }]], executionId: 'execution' };
		const failed = await runExecution(sandbox(), BY_EMAIL, options);
		expect(failed.error?.message).toContain('may have succeeded');
		const again = await retryExecution(sandbox(), BY_EMAIL, options, failed);
		expect(again.error?.message).toContain('may belong to a person');
		sandbox().settings.searchDelayMs = 0;
		const done = await retryExecution(sandbox(), BY_EMAIL, options, again);
		expect(outcomesOf(done)).toEqual(['unchanged', 'created']);
		expect(people()).toHaveLength(2);
	});

	const PROFILE = {
		by: 'linkedinProfileUrl',
		linkedinProfileUrl: 'linkedin.com/in/ada',
		...ada,
		name: 'Ada',
	};

	test.each([
		['another run', [[PROFILE], [PROFILE]]],
		[
			'one run, also after an item by another value',
			[[PROFILE, { ...ada, by: 'email', name: 'Ada' }, PROFILE]],
		],
	])(
		'finds a person by the value that was sent, though the service has made another of it: %s',
		async (_where, batches) => {
			sandbox().settings.onAnswer = ({ method }, answer) => {
				const made = { linkedinProfileUrl: `https://${PROFILE.linkedinProfileUrl}` };
				if (method === 'POST') answer.body = { ...(answer.body as object), ...made };
			};
			const { outputs, error } = await run(BY_ROW, batches);
			expect(error).toBeUndefined();
			expect(people()).toHaveLength(1);
			expect(new Set(outputs.flat().map(({ personId }) => personId))).toEqual(
				new Set([people()[0]?.personId]),
			);
		},
	);

	test('of another tenant creates the person there', async () => {
		sandbox().settings.otherApiKeys = ['other-key'];
		const credentials = { baseUrl: sandbox().url, apiKey: '={{ $json.key }}' };
		const batches = [sandbox().apiKey, 'other-key', 'other-key'].map((key) => [{ ...ada, key }]);
		const done = await run(BY_EMAIL, batches, { credentials });
		expect(outcomesOf(done)).toEqual(['created', 'created', 'unchanged']);
	});

	test('needs nobody kept who was there before and is found as before', async () => {
		sandbox().settings.searchDelayMs = 0;
		const keptOf = ({ data }: ExecutionRun) => JSON.stringify(data.executionData?.contextData);
		expect(keptOf(await run(BY_EMAIL, [[ada]]))).toContain(ada.email);
		const second = await run(BY_EMAIL, [[{ ...ada, domain: 'b.example' }], [ada], [ada]]);
		expect(outcomesOf(second)).toEqual(['updated', 'updated', 'unchanged']);
		expect(keptOf(second)).not.toContain(ada.email);
	});
});
