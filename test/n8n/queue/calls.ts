/** Webhook calls that each bring some records, and what became of them. */
import type { AccountLog } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow, WorkflowFile } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, NODE, workflowOf, type Step } from '../harness/steps';

const SOURCE = 'queue';
const DOMAINS = 40;
const POSTED_AT_ONCE = 10;
const WEBHOOK = 'Webhook';
const RECORDS = 'Records';

export interface Call {
	id: string;
	/** Each goes to a domain, and is told from all others by its id. */
	records: Array<{ id: string; domain: string; amount: number }>;
}

/** So many calls with so many records each. */
export const callsOf = (round: string, calls: number, records: number): Call[] =>
	Array.from({ length: calls }, (_, call) => ({
		id: `${round}-${call}`,
		records: Array.from({ length: records }, (_, n) => ({
			id: `${round}-${call}-${n}`,
			domain: `queue-${n % DOMAINS}.example`,
			amount: n,
		})),
	}));

/** The ids of all records of some calls. */
export const recordsOf = (calls: Call[]): string[] =>
	calls.flatMap(({ records }) => records.map(({ id }) => id));

/** Answers at once, then writes each record of the call to the account log of its domain. */
export function writingWorkflow(): WorkflowFile {
	const webhook: Step = {
		name: WEBHOOK,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path: 'records', responseMode: 'onReceived', options: {} },
		webhookId: '0f6b8f9e-5a53-4c9a-9f0b-6a1a3f0f7c11',
	};
	const records: Step = {
		name: RECORDS,
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.records', options: {} },
	};
	const create = audiencePage({
		resource: 'accountLog',
		operation: 'create',
		domain: '={{ $json.domain }}',
		source: SOURCE,
		type: 'deal-won',
		payload: '={{ $json }}',
		options: { idempotencyKeyMode: 'content' },
	});
	return workflowOf(
		[webhook, records, create],
		[
			[WEBHOOK, RECORDS],
			[RECORDS, NODE],
		],
	);
}

/** Posts the calls, some at once. @returns those that n8n did not accept */
export async function post(calls: Call[], n8n: RealN8n, workflow: StoredWorkflow): Promise<Call[]> {
	const refused: Call[] = [];
	const waiting = [...calls];
	const postNext = async (): Promise<void> => {
		for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
			const accepted = await fetch(n8n.webhookUrl(workflow), {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(call),
			}).then(
				({ ok }) => ok,
				() => false,
			);
			if (!accepted) refused.push(call);
		}
	};
	await Promise.all(Array.from({ length: POSTED_AT_ONCE }, postNext));
	return refused;
}

/** The call that set a run off, and how many of its records it reports as written. */
export function reportOf(run: Run): { call: string; written: number } {
	const { body } = run.node(WEBHOOK).items[0]!.json as unknown as { body: Call };
	return { call: body.id, written: run.node(NODE).items.length };
}

/** How often each record is in the sandbox. */
export function timesThere({ store }: Sandbox): Map<string, number> {
	const times = new Map<string, number>();
	const entries = store.accounts.all().flatMap(({ accountId }) => store.accountLogs.of(accountId).all());
	for (const { source, payload } of entries) {
		if (source !== SOURCE) continue;
		const id = payload.id as string;
		times.set(id, (times.get(id) ?? 0) + 1);
	}
	return times;
}

/** How many calls have some of their records with the service, and some not yet. */
export function partlyWritten(calls: Call[], { requests }: Sandbox): number {
	const left = new Map(calls.map(({ id, records }) => [id, records.length]));
	for (const { body } of requests) {
		const { id } = (body as AccountLog).payload as { id: string };
		const call = id.slice(0, id.lastIndexOf('-'));
		left.set(call, left.get(call)! - 1);
	}
	return calls.filter(({ id, records }) => left.get(id)! > 0 && left.get(id)! < records.length).length;
}
