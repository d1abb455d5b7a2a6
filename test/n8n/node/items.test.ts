import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { linkedItems } from '../../support/itemLinks';
import type { RealN8n } from '../harness/RealN8n';
import { refuseNext } from '../harness/refuse';
import { audiencePage, INPUT, itemsInto, NODE, RETRY_ON_FAIL, START, workflowWith } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { linkedTo } from './linkedOperations';

/** Links of every operation, and of what failed, are tried on each version of n8n. */
describe('items on a real n8n', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	it('are linked to those they came from where an earlier try has written some', async () => {
		refuseNext(sandbox, ({ body }) => (body as IDataObject).name === 'P1');
		const create = { resource: 'person', operation: 'create', name: '=P{{ $json.n }}' };
		const file = workflowWith(
			linkedItems(sandbox),
			[audiencePage(create, RETRY_ON_FAIL), linkedTo('Came from')],
			[
				[INPUT, NODE],
				[NODE, 'Came from'],
			],
		);
		const run = await n8n.run(await n8n.importWorkflow(file), START);
		expect(sandbox.requests).toHaveLength(4);
		expect(run.node('Came from').items.map(({ json }) => json.value)).toEqual([0, 1, 2]);
	});

	it.each<[INodeParameters, string[]]>([
		[{ limit: 2 }, ['More results exist. Raise Limit or turn on Return All.']],
		[{ returnAll: true }, []],
	])('come with a hint once, where there is something to say: %j', async (parameters, hints) => {
		const getMany = audiencePage({ resource: 'person', operation: 'getAll', ...parameters });
		const workflow = await n8n.importWorkflow(itemsInto([{}, {}, {}], getMany));
		const run = await n8n.run(workflow, START);
		expect(run.node(NODE).hints.map(({ message }) => message)).toEqual(hints);
	});
});
