import type { IDataObject, INode } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { startWebServer } from '../../support/webServer';
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
	type Step,
} from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';

const allOf = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const numbered = (count: number): IDataObject[] => allOf(count).map((n) => ({ n }));

/** Without tries of its own: what fails is sent again by n8n alone. */
const createEntry = (domain: string, options: INode['parameters'] = {}): Step =>
	audiencePage({
		...{ resource: 'accountLog', operation: 'create', domain, source: 'crm', type: 'deal-won' },
		payload: '={{ $json }}',
		options: { maxRetries: 0, ...options },
	});

const isItem =
	(n: number) =>
	({ body }: RecordedRequest) =>
		(body as AccountLog).payload.n === n;

let sandbox: Sandbox;
let n8n: RealN8n;

// n8n waits so many seconds for runs when it is shut down, and then leaves them.
useN8n((both) => ({ sandbox, n8n } = both), { env: { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' } });

/** By an answer that no client takes for a failure of the moment: a redirect, which is not followed. */
function refuseNext(when: (request: RecordedRequest) => boolean): void {
	sandbox.settings.faults.redirectTo = sandbox.url;
	sandbox.failNext('redirect', { when });
}

const numbersOf = (domain: string): number[] =>
	payloadsOf(sandbox, domain)
		.map(({ n }) => n as number)
		.sort((one, other) => one - other);

/** n8n keeps what the node knows of its first try: nothing is sent twice, whatever the service does about doubles. */
it('log entries are written once with the Retry button, after the service has refused item 50 of 100', async () => {
	const domain = 'refused.example';
	sandbox.settings.idempotency = 'ignore';
	refuseNext(isItem(49));
	const failed = await n8n.runFile(itemsInto(numbered(100), createEntry(domain)), START);
	expect(failed.status).toBe('error');
	const written = payloadsOf(sandbox, domain).length;
	expect(failed.error?.description).toContain(`Of 100 items: ${written} written, 1 failed`);
	sandbox.requests.length = 0;
	const retried = await n8n.client.retry(failed);
	expect(retried.status).toBe('success');
	const links = retried.node(NODE).items.map(({ pairedItem }) => pairedItem);
	expect(links).toEqual(allOf(100).map((item) => ({ item })));
	expect(sandbox.requests).toHaveLength(100 - written);
	expect(numbersOf(domain)).toEqual(allOf(100));
});

/** The new try knows nothing of the first: the service tells by the keys what it has (see docs/BULK-WORK.md). */
it.each([
	['SIGTERM', 'the same deals', 6],
	['SIGKILL', 'a new deal on top', 7],
	['Stop', 'a new deal on top', 7],
] as const)(
	'they are written once where n8n ended by %s, and the Retry button meets %s',
	async (how, what, count) => {
		const domain = `${how.toLowerCase()}.example`;
		let deals = numbered(6);
		sandbox.settings.idempotency = 'first';
		const headers = { 'content-type': 'application/json' };
		const source = await startWebServer(() => ({ status: 200, headers, body: JSON.stringify(deals) }));
		const isSame = what === 'the same deals';
		const input = isSame
			? splitOut(INPUT, 'body.items')
			: builtIn(INPUT, 'httpRequest', 4.2, { url: source.url, options: {} });
		// One at a time: what comes after a failure is not sent.
		const step = createEntry(domain, { idempotencyKeyMode: 'item', maxConcurrentRequests: 1 });
		try {
			const workflow = await n8n.importWorkflow(postedInto(`ended-by-${how}`, input, step));
			await n8n.client.publish(workflow);
			sandbox.failNext('silence', { when: isItem(4) }); // so the run has not ended when n8n does
			await n8n.post(workflow, { items: deals });
			await until(() => sandbox.requests.find(isItem(4)));
			const [id = ''] = await n8n.client.executionIds(workflow);
			if (how === 'Stop') await n8n.client.ask(`/rest/executions/${id}/stop`, {});
			else await n8n.restart(how);
			expect(numbersOf(domain)).toEqual(allOf(4));

			const ended = await n8n.client.waitForRun(id);
			expect(ended.status).toBe(how === 'Stop' ? 'canceled' : 'crashed');
			deals = [{ n: 6 }, ...deals];
			const retried = await n8n.client.retry(ended);
			expect(retried.node(NODE).items).toHaveLength(count);
			expect(numbersOf(domain)).toEqual(allOf(count));
		} finally {
			await source.close();
		}
	},
);

/** Nothing in these requests tells a repetition from a new record. Retry On Fail is tried on each version of n8n. */
it('people, who have no idempotency key, are created once with the Retry button', async () => {
	const names = ['Fine', 'Lost', 'Refused'];
	const isFor = (name: string) => (request: RecordedRequest) => (request.body as IDataObject).name === name;
	refuseNext(isFor('Refused'));
	sandbox.failNext('resetAfter', { when: isFor('Lost') });
	const create = audiencePage({ resource: 'person', operation: 'create', name: '={{ $json.name }}' });
	const file = itemsInto(
		names.map((name) => ({ name })),
		create,
	);
	const failed = await n8n.runFile(file, START);
	expect(failed.status).toBe('error');
	const retried = await n8n.client.retry(failed);
	expect(retried.error?.message).toContain('The request may have succeeded');
	const there = sandbox.store.persons.all().map(({ name }) => name);
	expect(there.filter((name) => names.includes(name)).sort()).toEqual(names);
	expect(sandbox.requests).toHaveLength(4);
});
