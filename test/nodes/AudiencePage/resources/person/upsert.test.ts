/** Create or Update at a service that works; what its rows come to together, see upsert.runs and worlds/. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { bodies, calls } from '../../../../support/sent';
import { addPerson, CREATE, outcomes, SEARCH, update, upsert, useNobody, writes } from './people';

const { sandbox, people } = useNobody();

const EMAIL = 'ada@acme.com';
const PHONE = '+4930123456';
const PROFILE = 'https://www.linkedin.com/in/ada';
const ada = { name: 'Ada Lovelace', email: EMAIL };

test('Nobody matches: the person is created with all that was given', async () => {
	const given = { domain: 'acme.com', linkedinProfileUrl: PROFILE, phoneNumber: PHONE };
	const { items } = await upsert(sandbox(), { additionalFields: { email: ` ADA@acme.com`, ...given } });
	const [person] = people();
	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
	expect(sandbox().requests[0]?.query).toEqual({ query: EMAIL, limit: '100' });
	expect(bodies(sandbox())[1]).toEqual({ ...ada, ...given });
	expect(items).toEqual([{ json: { ...person, outcome: 'created' }, pairedItem: { item: 0 } }]);
	expect(Object.keys(items[0]?.json ?? {}).slice(0, 2)).toEqual(['personId', 'outcome']);
});

test('Whom the run itself has written is not searched for again', async () => {
	const run = await upsert(sandbox(), {}, { items: [{}, {}, {}] });
	expect(outcomes(run)).toEqual(['created', 'unchanged', 'unchanged']);
	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
});

test('One matches: only what differs is sent, and the person is given as they are now', async () => {
	const person = addPerson(sandbox(), { ...ada, domain: 'old.com', phoneNumber: PHONE });
	const { json } = await upsert(sandbox(), { additionalFields: { domain: 'acme.com', phoneNumber: PHONE } });
	expect(calls(sandbox())).toEqual([SEARCH, update(person.personId)]);
	expect(bodies(sandbox())[1]).toEqual({ domain: 'acme.com' });
	expect(json).toEqual([{ ...person, domain: 'acme.com', outcome: 'updated' }]);
});

test.each<[matchOn: string, findBy: string | undefined, searches: boolean]>([
	['phoneNumber', undefined, false],
	['email', undefined, true],
	['name', undefined, true],
	['phoneNumber', 'search', true],
	['email', 'readAll', false],
])('People are found by %s, with Find By %s: a search for each is %s', async (matchOn, findBy, searches) => {
	const items = ['+49301', '+49302'].map((value) => ({ value }));
	const matchValue = matchOn === 'email' ? '={{ $json.value }}@acme.com' : '={{ $json.value }}';
	const options: INodeParameters = findBy === undefined ? {} : { findBy };
	await upsert(sandbox(), { matchOn, matchValue, name: '={{ $json.value }}', options }, { items });
	const reads = sandbox().requests.filter(({ method }) => method === 'GET');
	const queries = reads.map(({ query: { query } }) => query && String(query).replace('@acme.com', ''));
	expect(new Set(queries)).toEqual(new Set(searches ? ['+49301', '+49302'] : [undefined]));
});

describe('Where each row says what its person is matched on', () => {
	const NAMES = ['domain', 'email', 'linkedinProfileUrl', 'phoneNumber'];
	const BY_ROW: INodeParameters = {
		matchOn: '={{ $json.matchOn }}',
		matchValue: '={{ $json[$json.matchOn] }}',
		name: '={{ $json.name || "Ada Lovelace" }}',
		additionalFields: Object.fromEntries(NAMES.map((name) => [name, `={{ $json.${name} }}`])),
	};
	const byEmail = { matchOn: 'email', email: EMAIL };
	const byPhone = { matchOn: 'phoneNumber', phoneNumber: PHONE };
	const byProfile = { matchOn: 'linkedinProfileUrl', linkedinProfileUrl: PROFILE };

	test.each<[string, IDataObject[]]>([
		[
			'each knows one value more',
			[{ ...byEmail, phoneNumber: PHONE }, { ...byPhone, linkedinProfileUrl: PROFILE }, byProfile, byEmail],
		],
		['by email; by name, with that email', [byEmail, { ...byEmail, matchOn: 'name', name: 'Ada Lovelace' }]],
	])('rows about one new person make one: %s', async (_what, items) => {
		// The search does not help: nobody in it is new.
		sandbox().settings.searchDelayMs = 60_000;
		sandbox().settings.faults.latencyMs = [0, 10];
		const run = await upsert(sandbox(), BY_ROW, { items });
		expect(people()).toHaveLength(1);
		expect(outcomes(run).map((outcome) => outcome === 'created')).toEqual(
			items.map((_item, row) => row === 0),
		);
		expect(new Set(run.json.map(({ personId }) => personId))).toEqual(new Set([people()[0]?.personId]));
	});

	test('nobody is found by a number that they had before', async () => {
		addPerson(sandbox(), { ...ada, phoneNumber: '+491' });
		const items = [
			{ ...byEmail, phoneNumber: PHONE },
			{ ...byPhone, email: EMAIL },
			{ matchOn: 'phoneNumber', phoneNumber: '+491', name: 'Somebody Else' },
		];
		// By nothing in it could the last row be about the same person: it would not wait for the others.
		const run = await upsert(sandbox(), { ...BY_ROW, options: { maxConcurrentRequests: 1 } }, { items });
		expect(outcomes(run)).toEqual(['updated', 'unchanged', 'created']);
		expect(people().map(({ phoneNumber }) => phoneNumber)).toEqual([PHONE, '+491']);
	});
});

describe('Overwrite: Only Empty Fields', () => {
	const onlyEmpty = async (items: IDataObject[]) => {
		const additionalFields = { domain: '={{ $json.domain }}', phoneNumber: '={{ $json.phoneNumber }}' };
		const form = { name: 'Somebody Else', additionalFields, options: { overwrite: 'onlyEmpty' } };
		return await upsert(sandbox(), form, { items, onError: 'continueRegularOutput' });
	};
	const sent = () => writes(sandbox()).map(({ body }) => body);
	const [one, other] = ['+4930123', '+4930124'].map((phoneNumber) => ({ domain: 'other.com', phoneNumber }));

	test('what a person has stays, what they lack is filled once', async () => {
		addPerson(sandbox(), { ...ada, domain: 'kept.com' });
		expect(outcomes(await onlyEmpty([one!, other!]))).toEqual(['updated', 'unchanged']);
		expect(sent()).toEqual([{ phoneNumber: '+4930123' }]);
		expect(people()).toMatchObject([{ ...ada, domain: 'kept.com', phoneNumber: '+4930123' }]);
	});

	test('also after an earlier row about them was refused', async () => {
		addPerson(sandbox(), { ...ada, domain: 'kept.com' });
		sandbox().failNext('unprocessable', { when: ({ method }) => method === 'PATCH' });
		await onlyEmpty([one!, other!]);
		expect(sent()).toEqual([{ phoneNumber: '+4930123' }, { phoneNumber: '+4930124' }]);
	});

	test('what may have been filled by an update whose answer was lost stays', async () => {
		addPerson(sandbox(), ada);
		sandbox().failNext('unavailableAfter', { times: 6, when: ({ method }) => method === 'PATCH' });
		const { json } = await onlyEmpty(['acme.com', 'other.com'].map((domain) => ({ domain })));
		expect(json).toMatchObject([{ error: expect.any(String) }, { outcome: 'unchanged' }]);
		expect(people()).toMatchObject([{ ...ada, domain: 'acme.com' }]);
	});
});

describe('Rows of which some are previews', () => {
	const BY_ROW: INodeParameters = {
		matchValue: '={{ $json.email }}',
		options: { previewOnly: '={{ $json.isPreview }}', maxRetries: 0, maxConcurrentRequests: 1 },
	};
	const [byAda, byBea] = [EMAIL, 'bea@acme.com'].map((email) => ({ email }));

	test('show what was written, not what previews before it would have made of it', async () => {
		const items = ['a.com', 'b.com', 'a.com'].map((domain, row) => ({
			...byAda,
			domain,
			isPreview: row !== 1,
		}));
		const form = { ...BY_ROW, additionalFields: { domain: '={{ $json.domain }}' } };
		const run = await upsert(sandbox(), form, { items });
		expect(outcomes(run)).toEqual(['wouldCreate', 'created', 'wouldUpdate']);
	});

	test('do not have a retry send again what is written', async () => {
		const isOfBea = ({ body }: { body: unknown }) =>
			(body as IDataObject | undefined)?.email === byBea?.email;
		sandbox().failNext('unprocessable', { when: isOfBea });
		const items = [{ ...byAda, isPreview: true }, byAda!, byBea!];
		const run = await upsert(sandbox(), BY_ROW, { items, retryOnFail: true, maxTries: 2 });
		expect(outcomes(run)).toEqual(['unchanged', 'created', 'created']);
		expect(people()).toHaveLength(2);
	});

	test('say the same of a person who may have been created as a real run', async () => {
		sandbox().settings.searchDelayMs = Infinity;
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'POST' });
		const items = [true, false, true].map((isPreview) => ({ ...byAda, isPreview }));
		const { json } = await upsert(sandbox(), BY_ROW, { items, onError: 'continueRegularOutput' });
		expect(json).toMatchObject([
			{ outcome: 'wouldCreate' },
			{ error: expect.stringContaining('may have succeeded') as string },
			{ error: expect.stringContaining('may belong to a person') as string },
		]);
	});
});
