/** Engine 2.0, another way of n8n to run workflows: it runs our node by `@n8n/node-engine-compatibility`. */
import getPort from 'get-port';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { FAULT } from '../examples/example';
import { addEntries, payloadsOf, removeAccount } from '../harness/accountLog';
import type { WorkflowFile } from '../harness/client';
import type { RealN8n, RealN8nOptions } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { HOST } from '../harness/serverProcess';
import {
	audiencePage,
	audiencePageTrigger,
	builtIn,
	itemsInto,
	NODE,
	RETRY_ON_FAIL,
	START,
	workflowOf,
	type Step,
} from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { everyOperation, expectLinked } from '../node/linkedOperations';
import { Postgres } from '../queue/servers';

const DOMAIN = 'engine.example';
const PAYLOAD = { deal: 'D-1' };
const ITEMS = [{ n: 0 }, { n: 1 }, { n: 2 }];

const options: RealN8nOptions = {};
let postgres: Postgres;
let sandbox: Sandbox;
let n8n: RealN8n;

// Before n8n starts, and after it has ended: the engine keeps its executions in a database of its own.
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

	beforeEach(() => removeAccount(sandbox, DOMAIN));

	const onEngine = (file: WorkflowFile): WorkflowFile => ({
		...file,
		settings: { engineType: 'v2' } as WorkflowFile['settings'], // of which older n8n knows nothing
	});
	const run = async (file: WorkflowFile): Promise<Run> => await n8n.runFile(onEngine(file), START);

	/** A log entry of the same payload for each item, one after the other. */
	const createEntry = (settings: Partial<INode> = {}, ofRequests: INodeParameters = {}): Step => {
		const entry = { domain: DOMAIN, source: 'crm', payload: PAYLOAD };
		const requestOptions = { maxConcurrentRequests: 1, maxRetries: 0, ...ofRequests };
		const parameters = { resource: 'accountLog', operation: 'create', ...entry, options: requestOptions };
		return audiencePage(parameters, settings);
	};

	it('every operation runs, and says of each output which item it came from', async () => {
		expectLinked(await run(everyOperation(sandbox)));
	});

	it('an error ends the run with what happened and what to do next; Retry On Fail and Retry do nothing', async () => {
		sandbox.failNext('unprocessable');
		const failed = await run(itemsInto(ITEMS, createEntry(RETRY_ON_FAIL)));
		expect(failed.error).toMatchObject({ name: 'NodeApiError', message: FAULT });
		await expect(n8n.client.retry(failed)).rejects.toThrow('n8n answered 500');
		expect(sandbox.requests).toHaveLength(1);
	});

	it('an error item continues where the node says so; a node with an error output is refused', async () => {
		sandbox.failNext('unprocessable');
		const ended = await run(itemsInto(ITEMS, createEntry({ onError: 'continueRegularOutput' })));
		expect(ended.status).toBe('success');
		const [refused, ...others] = ended.node(NODE).items;
		expect(refused).toEqual({ json: { n: 0, error: FAULT }, pairedItem: { item: 0 } });
		expect(others.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);

		sandbox.requests.length = 0;
		const file = itemsInto(ITEMS, createEntry({ onError: 'continueErrorOutput' }));
		await expect(run(file)).rejects.toThrow('continueErrorOutput, which is not supported yet');
		expect(sandbox.requests).toEqual([]);
	});

	it.each([
		['once by the node itself, with the same key', { maxRetries: 1 }, '', 1],
		['by another execution, by another key', {}, 'check whether the log entry exists', 2],
		['by another execution, by the content', { idempotencyKeyMode: 'content' }, 'The request may', 1],
	])('what may have been written is sent again %s', async (_how, ofRequests, says, written) => {
		const file = itemsInto([{}], createEntry({}, ofRequests));
		sandbox.failNext('resetAfter');
		const { error } = await run(file);
		expect(error?.message ?? '').toContain(says);
		if (error !== undefined) await run(file);
		expect(sandbox.requests).toHaveLength(2);
		expect(payloadsOf(sandbox, DOMAIN)).toEqual(Array(written).fill(PAYLOAD));
	});

	it('our trigger starts a run, once for new records', async () => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const trigger = audiencePageTrigger({ event: 'accountLogCreated', accountId });
		const workflow = await n8n.importWorkflow(onEngine(workflowOf([trigger, builtIn('Next', 'noOp', 1)])));
		await n8n.client.publish(workflow);
		addEntries(sandbox, accountId, 'first', 'second');
		const started = await n8n.client.waitForNewRun(workflow, []);
		expect(started.node('Next').items.map(({ json }) => json.accountLogId)).toEqual(['first', 'second']);
		await n8n.client.unpublish(workflow);
	});

	it('the database of the engine has what the runs gave, but no API key', async () => {
		const kept = await postgres.dump();
		expect(kept).toContain(FAULT);
		expect(kept).not.toContain(sandbox.apiKey);
	});
});
