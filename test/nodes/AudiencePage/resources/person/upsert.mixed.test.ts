/** Create or Update where each row says by itself what its person is matched on. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { addPerson, outcomes, upsert, useNobody } from './people';

const { sandbox, people } = useNobody();

const EMAIL = 'ada@acme.com';
const PHONE = '+4930123456';
const PROFILE = 'https://www.linkedin.com/in/ada';

/** A row as a sheet has it, and the column by which its person is found. */
interface Row extends IDataObject {
	matchOn: string;
	name?: string;
	email?: string;
	phoneNumber?: string;
	linkedinProfileUrl?: string;
	domain?: string;
}

const BY_ROW: INodeParameters = {
	matchOn: '={{ $json.matchOn }}',
	matchValue: '={{ $json[$json.matchOn] }}',
	name: '={{ $json.name || "Ada Lovelace" }}',
	additionalFields: {
		domain: '={{ $json.domain }}',
		email: '={{ $json.email }}',
		linkedinProfileUrl: '={{ $json.linkedinProfileUrl }}',
		phoneNumber: '={{ $json.phoneNumber }}',
	},
};

const upsertRows = async (items: Row[], parameters: INodeParameters = {}) =>
	await upsert(sandbox(), { ...BY_ROW, ...parameters }, { items });

const byEmail: Row = { matchOn: 'email', email: EMAIL };
const byPhone: Row = { matchOn: 'phoneNumber', phoneNumber: PHONE };
const byProfile: Row = { matchOn: 'linkedinProfileUrl', linkedinProfileUrl: PROFILE };

describe('Rows about one new person make one person', () => {
	test.each<[string, Row[]]>([
		['by email, with a phone; by that phone', [{ ...byEmail, phoneNumber: PHONE }, byPhone]],
		[
			'each knows one value more',
			[{ ...byEmail, phoneNumber: PHONE }, { ...byPhone, linkedinProfileUrl: PROFILE }, byProfile, byEmail],
		],
		['by email; by name, with that email', [byEmail, { ...byEmail, matchOn: 'name', name: 'Ada Lovelace' }]],
	])('%s', async (_what, rows) => {
		// The search does not help: nobody in it is new.
		sandbox().settings.searchDelayMs = 60_000;
		sandbox().settings.faults.latencyMs = [0, 10];
		const run = await upsertRows(rows);
		expect(run.error).toBeUndefined();
		expect(people()).toHaveLength(1);
		expect(outcomes(run)[0]).toBe('created');
		expect(new Set(run.json.map(({ personId }) => personId))).toEqual(new Set([people()[0]?.personId]));
	});
});

describe('Whoever an earlier row has written is found as that row has left them', () => {
	test('by another field, for what differs', async () => {
		addPerson(sandbox(), { name: 'Ada Lovelace', email: EMAIL, phoneNumber: PHONE, domain: 'old.com' });
		const run = await upsertRows([
			{ ...byEmail, phoneNumber: PHONE, domain: 'a.com' },
			{ ...byPhone, domain: 'b.com' },
			{ ...byEmail, phoneNumber: PHONE, domain: 'a.com' },
		]);
		expect(outcomes(run)).toEqual(['updated', 'updated', 'updated']);
		expect(people()).toMatchObject([{ domain: 'a.com' }]);
	});

	test('not by a number that they had before', async () => {
		addPerson(sandbox(), { name: 'Ada Lovelace', email: EMAIL, phoneNumber: '+491' });
		const rows = [
			{ ...byEmail, phoneNumber: PHONE },
			{ ...byPhone, email: EMAIL },
			{ matchOn: 'phoneNumber', phoneNumber: '+491', name: 'Somebody Else' },
		];
		// By nothing in it could the last row be about the same person: it would not wait for the others.
		const run = await upsertRows(rows, { options: { maxConcurrentRequests: 1 } });
		expect(outcomes(run)).toEqual(['updated', 'unchanged', 'created']);
		expect(people().map(({ phoneNumber }) => phoneNumber)).toEqual([PHONE, '+491']);
	});

	test('and if another person has the value too, nobody is taken for the first', async () => {
		addPerson(sandbox(), { personId: 'other', phoneNumber: PHONE });
		const { error } = await upsertRows([{ ...byEmail, phoneNumber: PHONE }, byPhone]);
		expect(error?.message).toMatch(/matches 2 people \(.*other/);
	});
});
