import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { RunScope } from '../../../../nodes/AudiencePage/execution/runScope';
import { perTenant } from '../../../../nodes/AudiencePage/resources/perTenant';
import { upsertPerson } from '../../../../nodes/AudiencePage/resources/person/upsert';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { contextWith } from '../execution/keptContext';

type Credential = { baseUrl: string; apiKey: string };

const acme: Credential = { baseUrl: 'https://api.example.com', apiKey: 'key-of-acme' };
const globex: Credential = { ...acme, apiKey: 'key-of-globex' };
const elsewhere: Credential = { ...acme, baseUrl: 'https://eu.example.com' };

const newScope = () => new RunScope(contextWith({}));

const contextOf = (scope: RunScope, credential: Credential, more: object = {}): IExecutePaginationFunctions =>
	({
		getNode: () => ({ parameters: {} }),
		getRunScope: () => scope,
		getWorkflow: () => ({ id: 'workflow-1' }),
		getCredentials: async () => await Promise.resolve({ ...credential }),
		...more,
	}) as unknown as IExecutePaginationFunctions;

test('items with the same base URL and key share, those with another have their own', async () => {
	let made = 0;
	const shared = perTenant(() => ({ number: ++made }));
	const scope = newScope();
	const numbers = await Promise.all(
		[acme, globex, acme, elsewhere, globex].map(async (one) => (await shared(contextOf(scope, one))).number),
	);
	expect(numbers).toEqual([1, 2, 1, 3, 2]);
	expect((await shared(contextOf(newScope(), acme))).number).toBe(4);
});

test('Create or Update: a person of one tenant is nobody to another', async () => {
	const scope = newScope();
	const kept = {};
	const created: string[] = [];
	const contextOfItem = ({ apiKey, ...rest }: Credential) =>
		contextOf(
			scope,
			{ apiKey, ...rest },
			{
				getContext: () => kept,
				getItemIndex: () => 0,
				getExecutionCancelSignal: () => undefined,
				getNodeParameter: (name: string, fallback: unknown) =>
					name === 'matchValue' ? 'ada@acme.com' : fallback,
				makeRoutingRequest: async ({ options }: RequestData) => {
					if (options.method === 'GET') return await Promise.resolve([{ json: { items: [] } }]);
					created.push(apiKey);
					const json = { ...(options.body as IDataObject), personId: `person of ${apiKey}` };
					return await Promise.resolve([{ json }]);
				},
			},
		);
	const request = (): RequestData => ({
		options: { method: 'POST', url: '/v0/persons', body: { name: 'Ada', email: 'ada@acme.com' } },
		preSend: [],
		postReceive: [],
	});

	const ids: unknown[] = [];
	for (const credential of [acme, globex, acme, globex]) {
		const [item] = await upsertPerson.call(contextOfItem(credential), request());
		ids.push([item?.json.personId, item?.json.outcome]);
	}
	expect(ids).toEqual([
		['person of key-of-acme', 'created'],
		['person of key-of-globex', 'created'],
		['person of key-of-acme', 'unchanged'],
		['person of key-of-globex', 'unchanged'],
	]);
	expect(created).toEqual(['key-of-acme', 'key-of-globex']);
});
