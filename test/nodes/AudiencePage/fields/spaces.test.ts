/** Spaces around a value, as cells of tables and copied texts have them. That only spaces are nothing, see emptyValues.test.ts. */
import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const padded = (text: string) => `\u00a0 ${text}\t\n`;

/** The requests of a run, without what the node adds of its own. */
const sent = async (parameters: INodeParameters) => {
	const { error, json } = await runNode(sandbox(), parameters);
	expect(error).toBeUndefined();
	return {
		json,
		requests: sandbox().requests.map(({ method, path, query, body }) => ({ method, path, query, body })),
	};
};

const ids = () => firstIds(sandbox().store);

test('are no part of IDs in a path, of a search text, of a date and of a number', async () => {
	const { accountId, accountLogId, pageId, personId } = ids();
	const all: Array<[INodeParameters, string, object]> = [
		[
			{
				resource: 'accountLog',
				operation: 'get',
				accountId: padded(accountId),
				accountLogId: padded(accountLogId),
			},
			`/v0/accounts/${accountId}/logs/${accountLogId}`,
			{},
		],
		[
			{ resource: 'personLog', operation: 'getAll', personId: byId(padded(personId)) },
			`/v0/persons/${personId}/logs`,
			{ limit: '50' },
		],
		[
			{ resource: 'audience', operation: 'getAll', pageId: padded(pageId), limit: padded('7') },
			`/v0/pages/${pageId}/audiences`,
			{ limit: '7' },
		],
		[
			{ resource: 'person', operation: 'getAll', filters: { query: padded('ada') } },
			'/v0/persons/search',
			{ query: 'ada', limit: '50' },
		],
		[
			{
				resource: 'pageLink',
				operation: 'getAll',
				filters: { pageId: byId(padded('p1')), path: padded('/a b') },
			},
			'/v0/page_links',
			{ pageId: 'p1', path: '/a b', limit: '50' },
		],
		[
			{
				resource: 'analytics',
				operation: 'getSummary',
				pageId: byId(padded(pageId)),
				period: 'custom',
				startDate: padded('2026-11-01'),
			},
			`/v0/pages/${pageId}/analytics/summary`,
			{ startDate: '2026-11-01T00:00:00.000Z' },
		],
	];
	for (const [parameters, path, query] of all) {
		sandbox().requests.length = 0;
		const { requests } = await sent(parameters);
		expect(requests).toEqual([{ method: 'GET', path, query, body: undefined }]);
	}
});

test('are no part of names, emails, domains, phone numbers, URLs and keys', async () => {
	const {
		requests: [person],
	} = await sent({
		resource: 'person',
		operation: 'create',
		name: padded('Nathan  Smith'),
		additionalFields: {
			email: padded('nathan@acme.com'),
			domain: padded('acme.com'),
			phoneNumber: padded('+4930123456'),
			linkedinProfileUrl: padded('https://www.linkedin.com/in/nathan'),
		},
	});
	expect(person?.body).toEqual({
		name: 'Nathan  Smith',
		email: 'nathan@acme.com',
		domain: 'acme.com',
		phoneNumber: '+4930123456',
		linkedinProfileUrl: 'https://www.linkedin.com/in/nathan',
	});
	sandbox().requests.length = 0;
	const payload = { note: padded('as it is') };
	const {
		requests: [entry],
	} = await sent({
		resource: 'accountLog',
		operation: 'create',
		domain: padded('acme.com'),
		source: padded('crm'),
		type: padded('deal-won'),
		payload: JSON.stringify(payload),
		options: { idempotencyKey: padded('D-1') },
	});
	expect(entry?.body).toEqual({
		domain: 'acme.com',
		source: 'crm',
		type: 'deal-won',
		payload,
		idempotencyKey: 'D-1',
	});
});

test('are part of running texts', async () => {
	const texts = {
		actionFormInstructionsOverride: padded('Ask.'),
		supplementaryContext: padded('They know us.'),
	};
	const { requests } = await sent({
		resource: 'audience',
		operation: 'create',
		pageId: byId(ids().pageId),
		additionalFields: { ...texts, customName: padded('Acme') },
	});
	expect(requests[0]?.body).toEqual({ ...texts, customName: 'Acme' });
});

test.each(['domain', 'email', 'phoneNumber', 'linkedinProfileUrl', 'name'])(
	'alone never overwrite %s',
	async (field) => {
		const updateFields = { name: 'Nathan', domain: 'acme.com', [field]: padded('') };
		const { requests } = await sent({
			resource: 'person',
			operation: 'update',
			personId: byId(ids().personId),
			updateFields,
		});
		expect(requests[0]?.body).not.toHaveProperty(field);
		expect(requests[0]?.method).toBe('PATCH');
	},
);
