/** Create or Update where only some rows are previews: they see what real rows before them have written, and change nothing for those. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { casesOf } from '../../../../support/cases';
import { runNode } from '../../../../support/runNode';
import { addPerson, upsert, useNobody, writes } from './people';

interface Row {
	person: number;
	isPreview: boolean;
	domain: string;
	phoneNumber: string;
}

interface Case {
	rows: Row[];
	/** Who is there before. */
	known: number[];
	findBy: string;
	isLate: boolean;
	maxConcurrentRequests: number;
}

const emailOf = (person: number) => `p${person}@acme.com`;

const itemOf = ({ person, ...row }: Row, number: number): IDataObject => ({
	...row,
	email: number % 2 === 0 ? emailOf(person) : emailOf(person).toUpperCase(),
});

const parametersOf = ({ findBy, maxConcurrentRequests }: Case): INodeParameters => ({
	...{ resource: 'person', operation: 'upsert', name: 'Somebody', matchValue: '={{ $json.email }}' },
	additionalFields: { domain: '={{ $json.domain }}', phoneNumber: '={{ $json.phoneNumber }}' },
	options: { previewOnly: '={{ $json.isPreview }}', findBy, maxConcurrentRequests },
});

type Fields = Pick<Row, 'domain' | 'phoneNumber'>;

/** What a row of each kind gives, by what was really written before it, and what previews since would have written on top. */
function expectedOf({ rows, known }: Case): Array<{ outcome: string; changed: string[] }> {
	const there = new Map<number, Partial<Fields>>(known.map((person) => [person, {}]));
	const shown = new Map(there);
	return rows.map(({ person, isPreview, domain, phoneNumber }) => {
		const before = (isPreview ? shown : there).get(person);
		const wanted: Fields = { domain, phoneNumber };
		const changed = (['domain', 'phoneNumber'] as const).filter((field) => before?.[field] !== wanted[field]);
		shown.set(person, wanted);
		if (!isPreview) there.set(person, wanted);
		const outcomes = isPreview ? ['wouldCreate', 'wouldUpdate'] : ['created', 'updated'];
		const outcome = before === undefined ? outcomes[0] : changed.length > 0 ? outcomes[1] : 'unchanged';
		return {
			outcome: outcome ?? '',
			changed: before === undefined ? ['name', 'email', ...changed] : changed,
		};
	});
}

async function runIn(
	{ rows, known, isLate, ...rest }: Case,
	test: (sandbox: Sandbox, json: IDataObject[]) => void,
) {
	const sandbox = await startSandbox({ sizes: { persons: 0 } });
	try {
		for (const person of known) {
			addPerson(sandbox, { personId: `known_${person}`, name: 'Somebody', email: emailOf(person) });
		}
		if (isLate) sandbox.settings.searchDelayMs = 1e9;
		const parameters = parametersOf({ rows, known, isLate, ...rest });
		const { json, error } = await runNode(sandbox, parameters, { items: rows.map(itemOf) });
		expect(error).toBeUndefined();
		test(sandbox, json);
	} finally {
		await sandbox.close();
	}
}

/** What each person was sent, in its order; a new one is called by their email. */
function writesByPerson(sandbox: Sandbox): Record<string, unknown[]> {
	const sent: Record<string, unknown[]> = {};
	const emails = new Map(sandbox.store.persons.all().map(({ personId, email }) => [personId, email]));
	for (const { method, path, body } of writes(sandbox)) {
		const email = (body as { email?: string }).email ?? emails.get(path.split('/').at(-1) ?? '');
		const person = String(email).toLowerCase();
		(sent[person] ??= []).push([method, { ...(body as IDataObject), email: undefined }]);
	}
	return sent;
}

const cases = fc.record<Case>({
	rows: fc.array(
		fc.record<Row>({
			person: fc.nat(1),
			isPreview: fc.boolean(),
			domain: fc.constantFrom('a.example', 'b.example'),
			phoneNumber: fc.constantFrom('+4930123456', '+4930123457'),
		}),
		{ minLength: 1, maxLength: 8 },
	),
	known: fc.subarray([0, 1]),
	findBy: fc.constantFrom('', 'readAll'),
	isLate: fc.boolean(),
	maxConcurrentRequests: fc.constantFrom(1, 64),
});

beforeEach(() => void jest.spyOn(waiting, 'delay').mockResolvedValue());
afterEach(() => jest.restoreAllMocks());

test('A preview is of what a real run would do then, and a real row does what it does without previews', async () => {
	const holds = async (of: Case) => {
		let sent = {};
		await runIn(of, (sandbox, json) => {
			const given = json.map(({ outcome }) => outcome);
			expect(given).toEqual(expectedOf(of).map(({ outcome }) => outcome));
			of.rows.forEach(({ isPreview }, row) => {
				const changes = isPreview ? Object.keys(json[row]?.changes ?? {}).sort() : [];
				expect(changes).toEqual(isPreview ? expectedOf(of)[row]?.changed.sort() : []);
			});
			sent = writesByPerson(sandbox);
		});
		const rows = of.rows.filter(({ isPreview }) => !isPreview);
		let sentWithout = {};
		await runIn({ ...of, rows }, (sandbox) => (sentWithout = writesByPerson(sandbox)));
		expect(sent).toEqual(sentWithout);
	};
	await fc.assert(fc.asyncProperty(cases, holds), { seed: 2026, numRuns: casesOf(60, 8) });
}, 600_000);

describe('Rows of which some are previews', () => {
	const { sandbox, people } = useNobody();
	const BY_ROW: INodeParameters = {
		matchValue: '={{ $json.email }}',
		options: { previewOnly: '={{ $json.isPreview }}', maxRetries: 0, maxConcurrentRequests: 1 },
	};
	const ada = { email: 'ada@acme.com' };

	test('do not have a retry send again what is written', async () => {
		const bea = 'bea@acme.com';
		sandbox().failNext('unprocessable', {
			when: ({ body }) => (body as IDataObject | undefined)?.email === bea,
		});
		const items = [{ ...ada, isPreview: true }, ada, { email: bea }];
		const { json } = await upsert(sandbox(), BY_ROW, { items, retryOnFail: true, maxTries: 2 });
		expect(json.map(({ outcome }) => outcome)).toEqual(['unchanged', 'created', 'created']);
		expect(people()).toHaveLength(2);
	});

	test('say the same of a person who may have been created as a real run', async () => {
		sandbox().settings.searchDelayMs = Infinity;
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'POST' });
		const items = [true, false, true].map((isPreview) => ({ ...ada, isPreview }));
		const { json } = await upsert(sandbox(), BY_ROW, { items, onError: 'continueRegularOutput' });
		expect(json).toMatchObject([
			{ outcome: 'wouldCreate' },
			{ error: expect.stringContaining('may have succeeded') as string },
			{ error: expect.stringContaining('may belong to a person') as string },
		]);
	});
});
