import type { IDataObject, INode } from 'n8n-workflow';
import { LOG_LINES } from '../../../nodes/AudiencePage/shared/log';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { payloadsOf } from '../harness/accountLog';
import type { RealN8n } from '../harness/RealN8n';
import {
	audiencePage,
	builtIn,
	INPUT,
	itemsInto,
	NODE,
	postedInto,
	splitOut,
	START,
	workflowOf,
	type Link,
	type Step,
} from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';

const numbered = (count: number): IDataObject[] => Array.from({ length: count }, (_, n) => ({ n }));

const createEntry = (domain: string, options: INode['parameters'] = {}): Step =>
	audiencePage({
		...{ resource: 'accountLog', operation: 'create', domain, source: 'crm', type: 'deal-won' },
		payload: '={{ $json }}',
		options,
	});

const isItem =
	(n: number) =>
	({ body }: RecordedRequest) =>
		(body as AccountLog).payload.n === n;

let sandbox: Sandbox;
let n8n: RealN8n;

// n8n waits so many seconds for runs when it is shut down, and then leaves them.
const env = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1', N8N_LOG_LEVEL: 'debug', N8N_LOG_FORMAT: 'json' };
useN8n((both) => ({ sandbox, n8n } = both), { env });

const payloadsSorted = (domain: string) =>
	payloadsOf(sandbox, domain).sort((one, other) => Number(one.n) - Number(other.n));

/**
 * n8n keeps what the node knows of its first try: nothing is sent twice, whatever the service does
 * about doubles.
 */
it('log entries are written once with the Retry button, after the service has refused item 50 of 100', async () => {
	const domain = 'refused.example';
	Object.assign(sandbox.settings, { idempotency: 'ignore' });
	sandbox.settings.faults.redirectTo = sandbox.url;
	sandbox.failNext('redirect', { when: isItem(49) }); // which no client takes for a failure of the moment
	const failed = await n8n.runFile(itemsInto(numbered(100), createEntry(domain)), START);
	const written = payloadsOf(sandbox, domain).length;
	expect(failed.error?.description).toContain(`Of 100 items: ${written} written, 1 failed`);
	sandbox.requests.length = 0;
	const retried = await n8n.client.retry(failed);
	const links = retried.node(NODE).items.map(({ pairedItem }) => pairedItem);
	expect(links).toEqual(numbered(100).map(({ n }) => ({ item: n })));
	expect(sandbox.requests).toHaveLength(100 - written);
	expect(payloadsSorted(domain)).toEqual(numbered(100));
});

it('a retry sends nothing if a field was edited since, and the rest if an option was', async () => {
	const domain = 'edited.example';
	sandbox.settings.idempotency = 'ignore';
	sandbox.failNext('unprocessable', { when: isItem(2) });
	const step = createEntry(domain, { maxConcurrentRequests: 1 });
	let workflow = await n8n.importWorkflow(itemsInto(numbered(4), step));
	const failed = await n8n.client.runManually(workflow, START);
	expect(payloadsOf(sandbox, domain)).toEqual(numbered(2));
	const retryWith = async (changed: INode['parameters']) => {
		const parameters = { ...step.parameters, ...changed };
		const nodes = workflow.nodes.map((node) =>
			node.name === NODE ? { ...node, parameters } : node,
		);
		const path = `/rest/workflows/${workflow.id}`;
		workflow = await n8n.client.ask(path, { ...workflow, nodes }, 'PATCH');
		sandbox.requests.length = 0;
		return await n8n.client.retry(failed, true);
	};
	const refused = await retryWith({ type: 'deal-lost' });
	expect(refused.error?.message).toMatch(/^The failed run has created 2 items, or may have/);
	expect(sandbox.requests).toEqual([]);
	expect((await retryWith({ options: {} })).node(NODE).items).toHaveLength(4);
	expect(payloadsOf(sandbox, domain)).toEqual(numbered(4));
});

it('a retry in a loop sends only the rest of the round that failed, and the rounds after it', async () => {
	const domain = 'loop.example';
	sandbox.settings.idempotency = 'ignore';
	sandbox.failNext('unprocessable', { when: isItem(3) });
	const loop = builtIn('Loop', 'splitInBatches', 3, { batchSize: 2, options: {} });
	const file = itemsInto(numbered(6), loop);
	const step = createEntry(domain, { maxConcurrentRequests: 1 });
	file.nodes.push({ id: NODE, position: [0, 0], ...step });
	const round: Link[] = [
		['Loop', NODE, 1],
		[NODE, 'Loop'],
	];
	Object.assign(file.connections, workflowOf([], round).connections);
	const failed = await n8n.runFile(file, START);
	expect(payloadsOf(sandbox, domain)).toEqual(numbered(3));
	await n8n.client.retry(failed);
	expect(payloadsOf(sandbox, domain)).toEqual(numbered(6));
});

/** As docs/TROUBLESHOOTING.md quotes them. */
it.each(['rateLimited', 'retrying'] as const)('n8n’s log has the line: %s', async (line) => {
	sandbox.failNext(line === 'rateLimited' ? 'tooManyRequests' : 'unavailable');
	const step = createEntry(`${line.toLowerCase()}.example`);
	const { id } = await n8n.runFile(itemsInto(numbered(1), step), START);
	const [level, text] = LOG_LINES[line];
	const where = {
		node: NODE,
		operation: 'accountLog.create',
		executionId: id,
		endpoint: 'POST /v0/account_logs',
	};
	const lines = (await n8n.log())
		.split('\n')
		.filter((one) => one.includes(`Audience Page: ${text}`));
	expect(lines.map((one) => JSON.parse(one) as object)).toMatchObject([{ level, metadata: where }]);
});

/**
 * The new try knows nothing of the first: the service tells by the keys what it has (see
 * docs/GUIDE.md).
 */
it.each(['SIGTERM', 'SIGKILL', 'Stop'] as const)(
	'they are written once where n8n ended by %s, and with the Retry button',
	async (how) => {
		const domain = `${how.toLowerCase()}.example`;
		sandbox.settings.idempotency = 'first';
		// One at a time: what comes after a failure is not sent.
		const step = createEntry(domain, { maxConcurrentRequests: 1 });
		const file = postedInto(`ended-by-${how}`, splitOut(INPUT, 'body.items'), step);
		const workflow = await n8n.importWorkflow(file);
		await n8n.client.publish(workflow);
		sandbox.failNext('silence', { when: isItem(4) }); // so the run has not ended when n8n does
		await n8n.post(workflow, { items: numbered(6) });
		await until(() => sandbox.requests.find(isItem(4)));
		const [id = ''] = await n8n.client.executionIds(workflow);
		if (how === 'Stop') await n8n.client.ask(`/rest/executions/${id}/stop`, {});
		else await n8n.restart(how);
		expect(payloadsSorted(domain)).toEqual(numbered(4));

		const ended = await n8n.client.waitForRun(id);
		expect(ended.status).toBe(how === 'Stop' ? 'canceled' : 'crashed');
		expect((await n8n.client.retry(ended)).node(NODE).items).toHaveLength(6);
		expect(payloadsSorted(domain)).toEqual(numbered(6));
	},
);
