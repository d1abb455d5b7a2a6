/**
 * Engine 2.0, another way of n8n to run workflows: it runs our node by
 * `@n8n/node-engine-compatibility`.
 */
import getPort from 'get-port';
import type { INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { FAULT } from '../examples/example';
import type { WorkflowFile } from '../harness/client';
import type { RealN8n, RealN8nOptions } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { HOST } from '../harness/serverProcess';
import { audiencePage, itemsInto, NODE, RETRY_ON_FAIL, START } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { everyOperation, expectLinked } from '../node/linkedOperations';
import { Postgres } from '../queue/servers';

const options: RealN8nOptions = {};
let postgres: Postgres;
let sandbox: Sandbox;
let n8n: RealN8n;

// Before n8n starts, and after it has ended: the engine keeps its executions in a database of its
// own.
beforeAll(async () => {
	postgres = await Postgres.start();
	options.env = {
		N8N_ENABLED_MODULES: 'engine-v2',
		N8N_ENGINE_DATABASE_URL: postgres.url,
		N8N_ENGINE_HOST: HOST,
		N8N_ENGINE_PORT: String(await getPort({ host: HOST })),
		N8N_ENGINE_CONTROL_PLANE_PORT: String(await getPort({ host: HOST })),
		GENERIC_TIMEZONE: 'UTC', // which decides where days end: the engine does not look at that of a workflow
	};
});
afterAll(async () => await postgres.close());

describe('On Engine 2.0', () => {
	useN8n((both) => ({ sandbox, n8n } = both), options);

	const run = async (file: WorkflowFile): Promise<Run> => {
		const settings = { engineType: 'v2' } as WorkflowFile['settings']; // of which older n8n knows nothing
		return await n8n.runFile({ ...file, settings }, START);
	};

	/** A log entry for each of three items, one after the other; the first is refused. */
	const createEntries = async (settings: Partial<INode>): Promise<Run> => {
		sandbox.failNext('unprocessable');
		const entry = { domain: 'engine.example', source: 'crm', payload: { deal: 'D-1' } };
		const parameters = { ...entry, options: { maxConcurrentRequests: 1 } };
		const create = { resource: 'accountLog', operation: 'create', ...parameters };
		return await run(itemsInto([{ n: 0 }, { n: 1 }, { n: 2 }], audiencePage(create, settings)));
	};

	it('every operation runs, and says of each output which item it came from', async () => {
		expectLinked(await run(everyOperation(sandbox)));
	});

	it('an error ends the run with what happened and what to do next; Retry On Fail and Retry do nothing', async () => {
		const failed = await createEntries(RETRY_ON_FAIL);
		expect(failed.error).toMatchObject({ name: 'NodeApiError', message: FAULT });
		await expect(n8n.client.retry(failed)).rejects.toThrow('n8n answered 500');
		expect(sandbox.requests).toHaveLength(1);
	});

	it('an error item continues where the node says so; a node with an error output is refused', async () => {
		const { items } = (await createEntries({ onError: 'continueRegularOutput' })).node(NODE);
		const answer = '{"message":"The sandbox was told to fail"}';
		const error = `${FAULT}. ${answer}. Answer 422 to POST /v0/account_logs.`;
		expect(items[0]).toEqual({ json: { n: 0, error }, pairedItem: { item: 0 } });
		expect(items.slice(1).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		const divided = createEntries({ onError: 'continueErrorOutput' });
		await expect(divided).rejects.toThrow('continueErrorOutput, which is not supported yet');
		expect(sandbox.requests).toHaveLength(3);
	});

	it('the database of the engine has what the runs gave, but no API key', async () => {
		const kept = await postgres.dump();
		expect(kept).toContain(FAULT);
		expect(kept).not.toContain(sandbox.apiKey);
	});
});
