/** Create or Update where only some rows are previews: they see what real rows before them have written, and change nothing for those. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../service/sandbox';
import { casesOf } from '../../../../support/cases';
import { runNode } from '../../../../support/runNode';
import { addPerson, inSandbox, outcomes, upsert, useNobody, writes } from './people';

const { sandbox, people } = useNobody();

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
function expectedOf({ rows, known }: Case): object[] {
	const there = new Map<number, Partial<Fields>>(known.map((person) => [person, {}]));
	const shown = new Map(there);
	return rows.map(({ person, isPreview, domain, phoneNumber }) => {
		const before = (isPreview ? shown : there).get(person);
		const wanted: Fields = { domain, phoneNumber };
		const changed: string[] = (['domain', 'phoneNumber'] as const).filter(
			(field) => before?.[field] !== wanted[field],
		);
		shown.set(person, wanted);
		if (!isPreview) there.set(person, wanted);
		const [create, update] = isPreview ? ['wouldCreate', 'wouldUpdate'] : ['created', 'updated'];
		const outcome = before === undefined ? create : changed.length > 0 ? update : 'unchanged';
		if (before === undefined) changed.push('email', 'name');
		return { outcome, changed: isPreview ? changed.sort() : [] };
	});
}

const runIn = async (of: Case, test: (sandbox: Sandbox, json: IDataObject[]) => void) =>
	await inSandbox(async (service) => {
		for (const person of of.known) {
			addPerson(service, { personId: `known_${person}`, name: 'Somebody', email: emailOf(person) });
		}
		if (of.isLate) service.settings.searchDelayMs = 1e9;
		const { json, error } = await runNode(service, parametersOf(of), { items: of.rows.map(itemOf) });
		expect(error).toBeUndefined();
		test(service, json);
	});

/** What each person was sent, in its order; a new one is called by their email. */
function writesByPerson(service: Sandbox): Record<string, unknown[]> {
	const sent: Record<string, unknown[]> = {};
	const emails = new Map(service.store.persons.all().map(({ personId, email }) => [personId, email]));
	for (const { method, path, body } of writes(service)) {
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

test('A preview is of what a real run would do then, and a real row does what it does without previews', async () => {
	const holds = async (of: Case) => {
		let sent = {};
		await runIn(of, (service, json) => {
			const given = json.map(({ outcome, changes = {} }, row) => ({
				outcome,
				changed: of.rows[row]?.isPreview ? Object.keys(changes as object).sort() : [],
			}));
			expect(given).toEqual(expectedOf(of));
			sent = writesByPerson(service);
		});
		const rows = of.rows.filter(({ isPreview }) => !isPreview);
		let sentWithout = {};
		await runIn({ ...of, rows }, (service) => (sentWithout = writesByPerson(service)));
		expect(sent).toEqual(sentWithout);
	};
	await fc.assert(fc.asyncProperty(cases, holds), { seed: 2026, numRuns: casesOf(60, 8) });
}, 600_000);

describe('Rows of which some are previews', () => {
	const BY_ROW: INodeParameters = {
		matchValue: '={{ $json.email }}',
		options: { previewOnly: '={{ $json.isPreview }}', maxRetries: 0, maxConcurrentRequests: 1 },
	};
	const ada = { email: 'ada@acme.com' };
	const bea = { email: 'bea@acme.com' };

	test('do not have a retry send again what is written', async () => {
		const isOfBea = ({ body }: { body: unknown }) => (body as IDataObject | undefined)?.email === bea.email;
		sandbox().failNext('unprocessable', { when: isOfBea });
		const items = [{ ...ada, isPreview: true }, ada, bea];
		const run = await upsert(sandbox(), BY_ROW, { items, retryOnFail: true, maxTries: 2 });
		expect(outcomes(run)).toEqual(['unchanged', 'created', 'created']);
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
