/** Engine 2.0, another way of n8n to run workflows: it runs our node by `@n8n/node-engine-compatibility`. */
import getPort from 'get-port';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { FAULT } from '../examples/example';
import { addEntries, payloadsOf, removeAccount } from '../harness/accountLog';
import type { StoredWorkflow, WorkflowFile } from '../harness/client';
import { Opened } from '../harness/Opened';
import type { RealN8n, RealN8nOptions } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { HOST } from '../harness/serverProcess';
import {
	audiencePage,
	audiencePageTrigger,
	itemsInto,
	NODE,
	RETRY_ON_FAIL,
	START,
	TRIGGER,
	workflowOf,
	type Step,
} from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { everyOperation, LINKS, pairsOf } from '../node/linkedOperations';
import { Postgres } from '../queue/servers';

const DOMAIN = 'engine.example';
const PAYLOAD = { deal: 'D-1' };
const ITEMS = [{ n: 0 }, { n: 1 }, { n: 2 }];

const opened = new Opened();
const options: RealN8nOptions = {};
let postgres: Postgres;
let sandbox: Sandbox;
let n8n: RealN8n;

// Before n8n starts, and after it has ended: the engine keeps its executions in a database of its own.
beforeAll(async () => {
	postgres = opened.add(await Postgres.start());
	options.env = {
		N8N_ENABLED_MODULES: 'engine-v2',
		N8N_ENGINE_DATABASE_URL: `postgres://${postgres.user}@${HOST}:${postgres.port}/${postgres.database}`,
		N8N_ENGINE_HOST: HOST,
		N8N_ENGINE_PORT: String(await getPort({ host: HOST })),
		N8N_ENGINE_CONTROL_PLANE_PORT: String(await getPort({ host: HOST })),
		GENERIC_TIMEZONE: 'UTC', // which decides where days end: the engine does not look at that of a workflow
	};
});
afterAll(async () => await opened.close());

describe('On Engine 2.0', () => {
	useN8n((both) => ({ sandbox, n8n } = both), options);

	beforeEach(() => removeAccount(sandbox, DOMAIN));

	const importFor = async (file: WorkflowFile): Promise<StoredWorkflow> => {
		const settings = { engineType: 'v2' } as WorkflowFile['settings']; // of which older n8n knows nothing
		return await n8n.importWorkflow({ ...file, settings });
	};

	const run = async (file: WorkflowFile): Promise<Run> => await n8n.run(await importFor(file), START);

	/** A log entry of the same payload for each item, one after the other. */
	const createEntry = (settings: Partial<INode> = {}, ofRequests: INodeParameters = {}): Step =>
		audiencePage(
			{
				...{ resource: 'accountLog', operation: 'create', domain: DOMAIN, source: 'crm', payload: PAYLOAD },
				options: { maxConcurrentRequests: 1, maxRetries: 0, ...ofRequests },
			},
			settings,
		);

	it('every operation runs, and says of each output which item it came from', async () => {
		const ended = await run(everyOperation(sandbox));
		expect(ended.error).toBeUndefined();
		expect(pairsOf(ended)).toEqual(LINKS);
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
		['once by the node itself, with the same key', { maxRetries: 1 }, '', [PAYLOAD]],
		['by another execution, by another key', {}, 'check whether the log entry exists', [PAYLOAD, PAYLOAD]],
		[
			'by another execution, by the key of the content',
			{ idempotencyKeyMode: 'content' },
			'The request may',
			[PAYLOAD],
		],
	])('what may have been written is sent again %s', async (_how, ofRequests, says, written) => {
		const file = itemsInto([{}], createEntry({}, ofRequests));
		sandbox.failNext('resetAfter');
		const { error } = await run(file);
		expect(error?.message ?? '').toContain(says);
		if (error !== undefined) await run(file);
		expect(sandbox.requests).toHaveLength(2);
		expect(payloadsOf(sandbox, DOMAIN)).toEqual(written);
	});

	it('our trigger starts a run, once for new records', async () => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const next: Step = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const trigger = audiencePageTrigger({ event: 'accountLogCreated', accountId });
		const workflow = await importFor(workflowOf([trigger, next], [[TRIGGER, next.name]]));
		await n8n.client.publish(workflow);
		addEntries(sandbox, accountId, 'first', 'second');
		const started = await n8n.client.waitForNewRun(workflow, []);
		expect(started.node(next.name).items.map(({ json }) => json.accountLogId)).toEqual(['first', 'second']);
		await n8n.client.unpublish(workflow);
	});

	it('the database of the engine has what the runs gave, but no API key', async () => {
		const kept = await postgres.dump();
		expect(kept).toContain(FAULT);
		expect(kept).not.toContain(sandbox.apiKey);
	});
});
