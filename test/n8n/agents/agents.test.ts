import type { INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import { fromList } from '../../support/locators';
import { credentialFor, startChatModel } from './chatModel';
import { LINKED_OPERATIONS } from '../node/linkedOperations';
import type { RealN8n } from '../harness/RealN8n';
import { START } from '../harness/steps';
import { agentWith, callThroughMcp, toolOf } from './tools';
import { useN8n } from '../harness/useN8n';

type Parameters = INode['parameters'];

/** An argument that the model fills in; n8n has it fill in every one. */
const ai = (name: string) => `={{ $fromAI('${name}') }}`;

const allOf = (...names: string[]): Parameters => Object.fromEntries(names.map((name) => [name, ai(name)]));

/** A call in which the model has nothing to say but this. */
function callOf(parameters: Parameters, given: object): object {
	const names = [...JSON.stringify(parameters).matchAll(/\$fromAI\('(\w+)'\)/g)].map(([, name = '']) => name);
	return { ...Object.fromEntries(names.map((name) => [name, ''])), ...given };
}

const OPTIONS = allOf('maxConcurrentRequests', 'maxRetries', 'timeout');
const UPDATE_PERSON: Parameters = {
	resource: 'person',
	operation: 'update',
	personId: ai('person'),
	updateFields: allOf('name', 'email', 'domain', 'phoneNumber', 'linkedinProfileUrl'),
	fieldsToClear: ai('fieldsToClear'),
	options: OPTIONS,
};

/** An operation with all that is optional left to the model; what it fills in; what the service is sent. */
const CALLS: Array<[string, Parameters, object, sent: string, body: object | undefined]> = [
	[
		'a list of people',
		{
			resource: 'person',
			operation: 'getAll',
			...allOf('returnAll', 'limit'),
			filters: allOf('query'),
			options: { ...OPTIONS, ...allOf('pageSize') },
		},
		{},
		'GET /v0/persons/search?limit=50',
		undefined,
	],
	[
		'a list of assets',
		{
			resource: 'asset',
			operation: 'getAll',
			...allOf('limit', 'simplify'),
			filters: allOf('assetType', 'query'),
		},
		{ query: 'logo' },
		'GET /v0/assets/trash?query=logo&limit=50',
		undefined,
	],
	[
		'a new person',
		{
			resource: 'person',
			operation: 'create',
			...allOf('name'),
			additionalFields: allOf('email', 'domain', 'phoneNumber', 'linkedinProfileUrl'),
		},
		{ name: 'Made by a model' },
		'POST /v0/persons',
		{ name: 'Made by a model' },
	],
	[
		'a person who is created or updated',
		{
			resource: 'person',
			operation: 'upsert',
			...allOf('matchOn', 'matchValue', 'name'),
			additionalFields: allOf('domain', 'phoneNumber'),
			options: allOf('findBy'),
		},
		{ matchValue: 'model@acme.com', name: 'Matched' },
		'POST /v0/persons',
		{ name: 'Matched', email: 'model@acme.com' },
	],
	[
		'an entry',
		{
			resource: 'accountLog',
			operation: 'create',
			...allOf('accountId', 'domain', 'source', 'type'),
			payload: '{"a":1}',
			additionalFields: allOf('name'),
			options: { ...allOf('idempotencyKey'), idempotencyKeyMode: 'none' },
		},
		{ domain: 'tools.example', source: 'agent' },
		'POST /v0/account_logs',
		{ domain: 'tools.example', source: 'agent', type: 'webhook', payload: { a: 1 } },
	],
	[
		'a page',
		{
			resource: 'page',
			operation: 'update',
			pageId: ai('page'),
			updateFields: {
				...allOf('name', 'pageType', 'actionsJson', 'metadataJson'),
				metadata: allOf('title', 'keywords'),
			},
		},
		{ page: 'page_1', title: 'Prices' },
		'PATCH /v0/pages/page_1',
		{ metadata: { title: 'Prices' } },
	],
	[
		'an entry of a topic',
		{
			resource: 'topicEntry',
			operation: 'update',
			...allOf('topicId', 'topicEntryId'),
			updateFields: { ...allOf('sortOrder'), content: allOf('content', 'type') },
		},
		{ topicId: 'topic_1', topicEntryId: 'entry_1', sortOrder: '0' },
		'PATCH /v0/topics/topic_1/entries/entry_1',
		{ sortOrder: 0 },
	],
];

describe('a tool that a model calls', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	const call = async (parameters: Parameters, given: object): Promise<string> => {
		const [said = ''] = await callThroughMcp(n8n, toolOf('tool', parameters), [[callOf(parameters, given)]]);
		return said;
	};

	it('is described to it in one line: what it does, and where', async () => {
		const model = await startChatModel();
		model.script.push('done');
		const credential = await credentialFor(model, n8n);
		const tools = LINKED_OPERATIONS.map(([parameters], n) => toolOf(`tool_${n}`, parameters));
		const run = await n8n.run(await n8n.importWorkflow(agentWith(tools, 3.1, credential)), START);
		await model.close();

		expect(run.error).toBeUndefined();
		const { body } = model.requests.at(-1)!;
		const told = (body as { tools: Array<{ function: { description: string } }> }).tools;
		const lines = new Set(told.map(({ function: { description } }) => description));
		expect([...lines].sort()).toEqual(
			operations.map(({ option }) => `${option.action} in Audience Page`).sort(),
		);
	});

	it.each(CALLS)('takes "" for nothing: %s', async (_what, parameters, given, sent, body) => {
		await call(parameters, given);
		const { method, url, body: sentBody } = sandbox.requests.at(-1)!;
		expect([`${method} ${url}`, sentBody]).toEqual([sent, body]);
	});

	describe.each<[string, Parameters[string]]>([
		['alone', ai('person')],
		['in place of a choice from the list', fromList(ai('person'))],
	])('finds a person by a text %s', (_how, personId) => {
		it.each(['personId', 'email'] as const)('that is their %s', async (by) => {
			const person = sandbox.store.persons.all()[7]!;
			const name = `Found by ${by}`;
			const found = { ...person, name };
			await call({ ...UPDATE_PERSON, personId }, { person: person[by], name });

			const { method, path, body } = sandbox.requests.at(-1)!;
			expect([method, path, body]).toEqual(['PATCH', `/v0/persons/${person.personId}`, { name }]);
			expect({ ...person, updatedAt: found.updatedAt }).toEqual(found);
		});
	});

	it.each([
		['person', { name: 'Nobody' }, 'Person must not be empty'],
		['change', { person: 'person_1' }, 'Update Fields must have a value to set'],
	])('says so where it is given no %s, and sends nothing', async (_what, given, words) => {
		expect(await call(UPDATE_PERSON, given)).toContain(words);
		expect(sandbox.requests).toEqual([]);
	});
});
