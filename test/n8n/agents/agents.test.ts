import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import { fromList } from '../../support/locators';
import type { RealN8n } from '../harness/RealN8n';
import { START } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { LINKED_OPERATIONS } from '../../support/itemLinks';
import { credentialFor, startChatModel } from './chatModel';
import { agentWith, callThroughMcp, toolOf } from './tools';

/** An argument that the model fills in; n8n has it fill in every one. */
const ai = (name: string) => `={{ $fromAI('${name}') }}`;

/** Fields of these names, each with such an argument. */
const filledIn = (...names: string[]): INodeParameters =>
	Object.fromEntries(names.map((name) => [name, ai(name)]));

/** A call in which the model has nothing to say but this. */
function callOf(parameters: INodeParameters, given: object): object {
	const names = [...JSON.stringify(parameters).matchAll(/\$fromAI\('(\w+)'\)/g)].map(([, name = '']) => name);
	return { ...Object.fromEntries(names.map((name) => [name, ''])), ...given };
}

const OPTIONS = filledIn('maxConcurrentRequests', 'maxRetries', 'timeout');
const UPDATE_PERSON: INodeParameters = {
	resource: 'person',
	operation: 'update',
	personId: ai('person'),
	updateFields: filledIn('name', 'email', 'domain', 'phoneNumber', 'linkedinProfileUrl'),
	fieldsToClear: ai('fieldsToClear'),
	options: OPTIONS,
};

/** An operation with all that is optional left to the model; what it fills in; what the service is sent. */
const CALLS: Array<[string, INodeParameters, object, sent: string, body: object | undefined]> = [
	[
		'a list of people',
		{
			resource: 'person',
			operation: 'getAll',
			...filledIn('returnAll', 'limit'),
			filters: filledIn('query'),
			options: { ...OPTIONS, ...filledIn('pageSize') },
		},
		{},
		'GET /v0/persons/search?limit=50',
		undefined,
	],
	[
		'a page',
		{
			resource: 'page',
			operation: 'update',
			pageId: ai('page'),
			updateFields: {
				...filledIn('name', 'pageType', 'actionsJson', 'metadataJson'),
				metadata: filledIn('title', 'keywords'),
			},
		},
		{ page: 'page_1', title: 'Prices' },
		'PATCH /v0/pages/page_1',
		{ metadata: { title: 'Prices' } },
	],
];

describe('a tool that a model calls', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	const call = async (parameters: INodeParameters, given: object): Promise<string> => {
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

	it.each<[string, 'personId' | 'email', INodeParameters[string]]>([
		['that is their email, alone', 'email', ai('person')],
		['that is their ID, in place of a choice from the list', 'personId', fromList(ai('person'))],
	])('finds a person by a text %s', async (_how, by, personId) => {
		const person = sandbox.store.persons.all()[7]!;
		const name = `Found by ${by}`;
		await call({ ...UPDATE_PERSON, personId }, { person: person[by], name });
		const { method, path, body } = sandbox.requests.at(-1)!;
		expect([method, path, body]).toEqual(['PATCH', `/v0/persons/${person.personId}`, { name }]);
	});

	it.each([
		['person', { name: 'Nobody' }, 'Person must not be empty'],
		['change', { person: 'person_1' }, 'Update Fields must have at least one value'],
	])('says so where it is given no %s, and sends nothing', async (_what, given, words) => {
		expect(await call(UPDATE_PERSON, given)).toContain(words);
		expect(sandbox.requests).toEqual([]);
	});
});
