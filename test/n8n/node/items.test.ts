import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import { refuseNext } from '../harness/refuse';
import type { NodeRun, Run } from '../harness/run';
import {
	audiencePage,
	INPUT,
	itemsInto,
	NODE,
	RETRY_ON_FAIL,
	START,
	workflowWith,
	type Link,
} from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import {
	LINKED_OPERATIONS,
	linkedItems,
	linkedTo,
	linkedWorkflow,
	LINKS,
	linksOf,
	operationIn,
} from './linkedOperations';

const valuesOf = ({ items }: NodeRun) => items.map(({ json }) => json.value);

describe('items on a real n8n', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	describe('are linked to those they came from', () => {
		it('in every operation, lists of different length included', async () => {
			const called = new Set(LINKED_OPERATIONS.map(([parameters]) => operationIn(parameters)));
			expect([...called].sort()).toEqual(operations.map(({ name }) => name).sort());

			const run = await n8n.run(await n8n.importWorkflow(linkedWorkflow(sandbox)), START);
			expect(run.error).toBeUndefined();
			expect(linksOf(run)).toEqual(LINKS);
		});

		/** Creates three people; the service refuses the second once. */
		async function create(settings: Partial<INode>): Promise<Run> {
			refuseNext(sandbox, ({ body }) => (body as IDataObject).name === 'P1');
			const parameters = { resource: 'person', operation: 'create', name: '=P{{ $json.n }}' };
			const toErrors: Link[] = settings.onError === 'continueErrorOutput' ? [[NODE, 'Error', 1]] : [];
			const file = workflowWith(
				linkedItems(sandbox),
				[audiencePage(parameters, settings), linkedTo('Regular'), linkedTo('Error')],
				[[INPUT, NODE], [NODE, 'Regular'], ...toErrors],
			);
			return await n8n.run(await n8n.importWorkflow(file), START);
		}

		it('where an item failed, and left through the error output', async () => {
			const run = await create({ onError: 'continueErrorOutput' });
			expect(valuesOf(run.node('Regular'))).toEqual([0, 2]);
			expect(valuesOf(run.node('Error'))).toEqual([1]);
			expect(run.node(NODE).outputs[1]?.[0]?.json).toMatchObject({ n: 1 });
		});

		it('where an earlier try has written some', async () => {
			const run = await create(RETRY_ON_FAIL);
			expect(sandbox.requests).toHaveLength(4);
			expect(valuesOf(run.node('Regular'))).toEqual([0, 1, 2]);
		});
	});

	describe('come with a hint, once', () => {
		const fiveItems = [0, 1, 2, 3, 4].map((n) => ({ n }));

		async function hintsOf(parameters: INodeParameters): Promise<string[]> {
			const workflow = await n8n.importWorkflow(itemsInto(fiveItems, audiencePage(parameters)));
			const { hints } = (await n8n.run(workflow, START)).node(NODE);
			return hints.map(({ message }) => message);
		}

		it('where Limit has stopped them', async () => {
			expect(await hintsOf({ resource: 'person', operation: 'getAll', limit: 2 })).toEqual([
				'More results exist. Raise Limit or turn on Return All.',
			]);
		});

		it('and with none where there is nothing to say', async () => {
			expect(await hintsOf({ resource: 'person', operation: 'getAll', returnAll: true })).toEqual([]);
		});
	});

	it('leave the API key nowhere in n8n', async () => {
		expect(await placesOf(sandbox.apiKey, n8n)).toEqual([]);
	});
});
