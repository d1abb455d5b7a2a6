/** What n8n keeps of a failed execution: no try writes again what another one has written. */
import type { IDataObject } from 'n8n-workflow';
import { LOG_LINES } from '../../../nodes/AudiencePage/shared/log';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest } from '../../service/sandbox';
import { payloadsOf } from '../harness/accountLog';
import {
	audiencePage,
	INPUT,
	itemsInto,
	NODE,
	postedInto,
	RETRY_ON_FAIL,
	splitOut,
	START,
	type Step,
} from '../harness/steps';
import { untilTrue } from '../harness/until';
import type { Stage } from '../harness/useN8n';

const numbered = (count: number): IDataObject[] => Array.from({ length: count }, (_, n) => ({ n }));

const createEntry = (domain: string, options = {}): Step =>
	audiencePage({
		...{ resource: 'accountLog', operation: 'create', domain, source: 'crm', type: 'deal-won' },
		payload: '={{ $json }}',
		options,
	});

const isItem =
	(number: number) =>
	({ body }: RecordedRequest): boolean =>
		(body as AccountLog).payload.n === number;

const sortedPayloads = (stage: Stage, domain: string): IDataObject[] =>
	payloadsOf(stage.sandbox, domain).sort((a, b) => Number(a.n) - Number(b.n));

export function testRetries(stage: Stage): void {
	it('creates once with Retry On Fail, and says what may be there', async () => {
		const { n8n, sandbox } = stage;
		const isPerson =
			(name: string) =>
			({ body }: RecordedRequest): boolean =>
				(body as { name: string }).name === name;
		sandbox.failNext('unprocessable', { when: isPerson('Retried, refused') });
		sandbox.failNext('resetAfter', { when: isPerson('Retried, lost') });
		const create = { resource: 'person', operation: 'create', name: '={{ $json.name }}' };
		const names = ['Retried', 'Retried, lost', 'Retried, refused'];
		const items = names.map((name) => ({ name }));
		const step = audiencePage(create, RETRY_ON_FAIL);
		const { status, error } = await n8n.runFile(itemsInto(items, step), START);
		expect(status).toBe('error');
		expect(error?.message).toContain('The failed run may have created this item: check in');
		const created = sandbox.store.persons.all().map(({ name }) => name);
		expect(created.filter((name) => name.startsWith('Retried')).sort()).toEqual(names);
	});

	/** Whatever the service does about doubles. */
	it('sends only the rest with the Retry button', async () => {
		const { n8n, sandbox } = stage;
		const domain = 'refused.example';
		sandbox.settings.idempotency = 'ignore';
		sandbox.failNext('unprocessable', { when: isItem(49) });
		const failed = await n8n.runFile(itemsInto(numbered(100), createEntry(domain)), START);
		const written = payloadsOf(sandbox, domain).length;
		expect(failed.error?.description).toContain(`Of 100 items: ${written} written, 1 failed`);
		sandbox.requests.length = 0;
		const retried = await n8n.client.retry(failed);
		expect(sandbox.requests).toHaveLength(100 - written);
		expect(sortedPayloads(stage, domain)).toEqual(numbered(100));
		const links = retried.node(NODE).items.map(({ pairedItem }) => pairedItem);
		expect(links).toEqual(numbered(100).map(({ n }) => ({ item: n })));
	});

	it("writes to n8n's log, as docs/TROUBLESHOOTING.md quotes it", async () => {
		const { n8n, sandbox } = stage;
		sandbox.failNext('tooManyRequests');
		const step = createEntry('limited.example');
		const { id } = await n8n.runFile(itemsInto(numbered(1), step), START);
		const [, text] = LOG_LINES.rateLimited;
		const lines = (await n8n.log()).split('\n');
		const line = lines.find((logLine) => logLine.includes(`Audience Page: ${text}`));
		expect(line).toContain('accountLog.create');
		expect(line).toContain(id);
	});
}

/** Only newer versions tell the node which execution is retried: see docs/N8N-BEHAVIOR.md. */
export function testRetryAfterCrash(stage: Stage): void {
	it('sends the same keys with the Retry button after n8n has crashed', async () => {
		const { n8n, sandbox } = stage;
		const domain = 'crashed.example';
		// One at a time: what comes after a failure is not sent.
		const step = createEntry(domain, { maxConcurrentRequests: 1 });
		const file = postedInto('crashed', splitOut(INPUT, 'body.items'), step);
		const workflow = await n8n.importWorkflow(file);
		await n8n.client.publish(workflow);
		sandbox.failNext('silence', { when: isItem(4) }); // so the run goes on until n8n ends
		await n8n.post(workflow, { items: numbered(6) });
		await untilTrue(() => sandbox.requests.some(isItem(4)));
		const [id = ''] = await n8n.client.executionIds(workflow);
		await n8n.crash(() => {});
		expect(payloadsOf(sandbox, domain)).toEqual(numbered(4));

		const ended = await n8n.client.waitForRun(id);
		expect(ended.status).toBe('crashed');
		expect((await n8n.client.retry(ended)).node(NODE).items).toHaveLength(6);
		expect(payloadsOf(sandbox, domain)).toEqual(numbered(6));
	});
}
