import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	INodeParameters,
} from 'n8n-workflow';

import { orderingKeys } from '../../../../nodes/AudiencePage/resources/orderingKeys';

/** What a request writes to, if the form has these parameters. */
const written = (
	method: IHttpRequestMethods,
	url: string,
	body: IDataObject,
	parameters: INodeParameters = {},
	/** As they stand in the workflow: expressions, say. */
	asStored = parameters,
): string[] => {
	const getNodeParameter = (name: string, fallback?: unknown) => parameters[name] ?? fallback;
	const getNode = () => ({ parameters: asStored });
	const context = { getNodeParameter, getNode } as unknown as IExecuteSingleFunctions;
	return orderingKeys({ method, url, body }, context);
};

test.each<[IHttpRequestMethods, string, IDataObject, string[]]>([
	['GET', '/v0/persons/search', {}, []],
	['PATCH', '/v0/persons/p1', { name: 'x' }, ['/v0/persons/p1']],
	['PATCH', '/v0/persons/P1%20', { name: 'x' }, ['/v0/persons/p1']],
	['PATCH', '/v0/persons/ada%40acme.com', { name: 'x' }, ['/v0/persons/ada@acme.com']],
	['PATCH', '/v0/persons/%20ADA%40acme.com%09', { name: 'x' }, ['/v0/persons/ada@acme.com']],
	['PATCH', '/v0/topics/t%2F1/entries/e1', { sortOrder: 1 }, ['/v0/topics/t/1/entries/e1']],
	['POST', '/v0/persons', { name: 'x', domain: 'acme.com' }, []],
	['POST', '/v0/account_logs', { accountId: 'account_1' }, ['account_1']],
	['POST', '/v0/account_logs', { domain: ' Acme.COM' }, ['acme.com']],
	['POST', '/v0/account_logs', { accountId: 'account_1', domain: 'acme.com' }, ['account_1', 'acme.com']],
	['POST', '/v0/account_logs', {}, []],
	['POST', '/v0/pages/p1/audiences', {}, []],
	['POST', '/v0/pages/p1/audiences/a1/messages/m1/restore', {}, ['/v0/pages/p1/audiences/a1']],
	['POST', '/v0/pages/p1/audiences/a1/messages/m1/restore/it', {}, []],
])('%s %s with %j writes to %j', (method, url, body, records) => {
	expect(written(method, url, body)).toEqual(records);
});

test.each<[INodeParameters, string]>([
	[{ matchValue: 'ada@acme.com' }, 'email:ada@acme.com'],
	[{ matchOn: 'email', matchValue: ' Ada@ACME.com ' }, 'email:ada@acme.com'],
	[{ matchOn: 'name', matchValue: ' Ada Lovelace' }, 'name:Ada Lovelace'],
	[{ matchOn: 'phoneNumber', matchValue: '+49301' }, 'phoneNumber:+49301'],
])('Create or Update with %j writes to %j', (match, record) => {
	expect(written('POST', '/v0/persons', {}, { operation: 'upsert', ...match })).toEqual([record]);
});

describe('Create or Update where each item says what it is matched on', () => {
	const values = { name: ' Ada', email: 'Ada@ACME.com ', phoneNumber: '+49301', linkedinProfileUrl: null };

	const writtenBy = (matchOn: string, matchValue: string) =>
		written(
			'POST',
			'/v0/persons',
			values,
			{ operation: 'upsert', matchOn, matchValue },
			{
				matchOn: '={{ $json.matchOn }}',
			},
		);

	test.each([
		['email', 'ada@acme.com', ['email:ada@acme.com', 'phoneNumber:+49301']],
		['phoneNumber', '+49301', ['email:ada@acme.com', 'phoneNumber:+49301']],
		['name', 'Ada', ['email:ada@acme.com', 'name:Ada', 'phoneNumber:+49301']],
	])('by %s: all that tells people apart', (matchOn, matchValue, records) => {
		expect(writtenBy(matchOn, matchValue)).toEqual(records);
	});

	test('where all items match on one field, that field alone: many may share a phone number', () => {
		const parameters = { operation: 'upsert', matchOn: 'email', matchValue: 'ada@acme.com' };
		expect(written('POST', '/v0/persons', values, parameters)).toEqual(['email:ada@acme.com']);
	});
});
