/** Webhook calls that each bring some records, and what became of them. */
import type { AccountLog } from '../../service/records';
import type { RecordedRequest } from '../../service/recording';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow, WorkflowFile } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, NODE, postedItemsInto, WEBHOOK } from '../harness/steps';

const SOURCE = 'queue';
const DOMAINS = 40;
const POSTED_AT_ONCE = 10;

export interface Call {
	id: string;
	/** Each goes to a domain, and is told from all others by its id. */
	items: Array<{ id: string; domain: string; amount: number }>;
}

/** So many calls with so many records each. */
export const callsOf = (round: string, calls: number, records: number): Call[] =>
	Array.from({ length: calls }, (_, call) => ({
		id: `${round}-${call}`,
		items: Array.from({ length: records }, (_, n) => ({
			id: `${round}-${call}-${n}`,
			domain: `queue-${n % DOMAINS}.example`,
			amount: n,
		})),
	}));

/** The ids of all records of some calls. */
export const recordsOf = (calls: Call[]): string[] => calls.flatMap(({ items }) => items.map(({ id }) => id));

/** Answers at once, then writes each record of the call to the account log of its domain. */
export const writingWorkflow = (): WorkflowFile =>
	postedItemsInto(
		'records',
		audiencePage({
			resource: 'accountLog',
			operation: 'create',
			domain: '={{ $json.domain }}',
			source: SOURCE,
			type: 'deal-won',
			payload: '={{ $json }}',
			options: { idempotencyKeyMode: 'content' },
		}),
	);

/** Posts the calls, some at once. @returns those that n8n did not accept */
export async function post(calls: Call[], n8n: RealN8n, workflow: StoredWorkflow): Promise<Call[]> {
	const refused: Call[] = [];
	const waiting = calls.values();
	const postNext = async (): Promise<void> => {
		for (const call of waiting) {
			const isAccepted = await n8n.post(workflow, call).then(
				({ ok }) => ok,
				() => false,
			);
			if (!isAccepted) refused.push(call);
		}
	};
	await Promise.all(Array.from({ length: POSTED_AT_ONCE }, postNext));
	return refused;
}

/** The record that a request writes. */
export const idOf = ({ body }: RecordedRequest): string =>
	((body as AccountLog).payload as { id: string }).id;

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
