import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	INodeParameters,
} from 'n8n-workflow';

import { recordsOf } from '../../../../nodes/AudiencePage/resources/recordsOf';

/** What a request writes to, if the form has these parameters. */
const written = (
	method: IHttpRequestMethods,
	url: string,
	body: IDataObject,
	parameters: INodeParameters = {},
): string[] => {
	const getNodeParameter = (name: string, fallback?: unknown) => parameters[name] ?? fallback;
	return recordsOf({ method, url, body }, {
		getNodeParameter,
	} as unknown as IExecuteSingleFunctions);
};

test.each<[IHttpRequestMethods, string, IDataObject, string[]]>([
	['GET', '/v0/persons/search', {}, []],
	['PATCH', '/v0/persons/p1', { name: 'x' }, ['/v0/persons/p1']],
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
