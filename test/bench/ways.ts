/** The ways to do a job: through a workflow on a real n8n, or by axios alone. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import type { Opened } from '../n8n/harness/Opened';
import { RealN8n } from '../n8n/harness/RealN8n';
import type { Run } from '../n8n/harness/run';
import { forEach, until } from '../n8n/harness/until';
import { PolledWorkflow } from '../n8n/trigger/PolledWorkflow';
import type { Service } from '../support/workflow';
import { postedInto, type Flow } from './jobs';

/** What one run took. */
export interface Done {
	/** By n8n's own run data; the axios loop's by its own clock. */
	seconds: number;
	/**
	 * The longest that n8n left a question unanswered meanwhile, in ms; of a poll, that it held its
	 * event loop.
	 */
	silence?: number;
	/** Peak of n8n's resident memory. */
	mebibytes?: number;
	/** Of the records written or read. */
	ids: unknown[];
	failure?: string;
}

/** One way to do a job, again and again: what it runs on is its own and goes on in between. */
export interface Way {
	/** Waits until nothing of earlier runs is left to do. */
	rest(): Promise<void>;
	/** One execution for each batch of items. */
	run(batches: object[][]): Promise<Done>;
}

/** n8n and the sandbox come to rest, a rate limit's bucket is full again; in milliseconds. */
const PAUSE = 1500;
const rest = async () => await wait(PAUSE);
const ASK_EVERY = 50;
/** proc(5): makes the present use of memory the peak. */
const RESET_PEAK = '5';
const IN_FLIGHT = 16;

/**
 * Asks n8n for its health until stopped: the peak of its memory, and its longest silence in a time.
 * Linux only.
 */
async function watch({ url, pid }: RealN8n) {
	const asked: Array<{ at: number; answeredAt: number }> = [];
	let isOver = false;
	const ask = async () => {
		while (!isOver) {
			const at = Date.now();
			// After a long silence n8n closes connections that it takes for idle.
			await (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).arrayBuffer();
			asked.push({ at, answeredAt: Date.now() });
			await wait(Math.max(0, at + ASK_EVERY - Date.now()));
		}
	};
	await writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK);
	const asking = ask();
	return async () => {
		const status = await readFile(`/proc/${pid}/status`, 'utf8');
		isOver = true;
		await asking;
		return {
			mebibytes: Math.round(Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024),
			silence: (from: number, to: number) => {
				const open = asked.filter((one) => one.at <= to && one.answeredAt >= from);
				return Math.max(0, ...open.map((one) => one.answeredAt - one.at));
			},
		};
	};
}

export interface N8nOptions {
	tarball: string;
	/** What is to be closed at the end. */
	opened: Opened;
	/** What `inN8n.cjs` puts in the place of our nodes' methods. */
	change?: 'bareLoop' | 'timedPoll';
	env?: Record<string, string>;
}

async function startN8n(
	service: Service,
	{ tarball, opened, change, env }: N8nOptions,
): Promise<RealN8n> {
	const changed = change && {
		BENCH: change,
		NODE_OPTIONS: `--require ${join(__dirname, 'inN8n.cjs')}`,
	};
	// Else n8n does not give out the data of a run with 200,000 records. It changes nothing while a
	// run lasts.
	const all = { EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0', ...changed, ...env };
	return opened.add(await RealN8n.start(service, { tarball, env: all }));
}

/**
 * A workflow on an n8n of its own: so what another way has left in memory is not taken for this
 * one's.
 */
export async function throughN8n(service: Service, flow: Flow, options: N8nOptions): Promise<Way> {
	const n8n = await startN8n(service, options);
	const workflow = await n8n.importWorkflow(postedInto(flow));
	await n8n.client.publish(workflow);

	const run = async (batches: object[][]): Promise<Done> => {
		const before = await n8n.client.executionIds(workflow);
		const stop = await watch(n8n);
		// An answer is empty, and comes when the run has ended.
		await Promise.all(
			batches.map(async (items) => await (await n8n.post(workflow, { items })).arrayBuffer()),
		);
		// Before the run data is read: that is work for n8n too.
		const { mebibytes, silence } = await stop();
		const runs: Run[] = [];
		while (runs.length < batches.length) {
			const known = [...before, ...runs.map(({ id }) => id)];
			runs.push(await n8n.client.waitForNewRun(workflow, known));
		}
		const turns = runs
			.flatMap((one) => flow.steps.map(({ name }) => one.node(name)))
			.filter((turn) => turn.startedAt > 0);
		const startedAt = Math.min(...turns.map((turn) => turn.startedAt));
		const endedAt = Math.max(...turns.map((turn) => turn.startedAt + turn.executionTime));
		const failed = runs.find(({ status }) => status !== 'success');
		const items = runs.flatMap((one) => one.node(flow.steps.at(-1)!.name).items);
		return {
			seconds: (endedAt - startedAt) / 1000,
			silence: silence(startedAt, endedAt),
			mebibytes,
			ids: items.map(
				({ json: { accountLogId, personId, pageId, audienceId, from } }) =>
					accountLogId ?? personId ?? JSON.stringify([pageId, audienceId, from]),
			),
			failure: failed && (failed.error?.message ?? failed.status),
		};
	};
	return { rest, run };
}

/**
 * A workflow that our trigger starts, on an n8n of its own: a run is the next poll. The first reads
 * the whole list.
 */
export async function throughPolls(
	service: Service,
	trigger: INodeParameters,
	options: N8nOptions,
): Promise<Way> {
	const polls = join(dirname(options.tarball), `${randomUUID()}.jsonl`);
	const n8n = await startN8n(service, {
		...options,
		change: 'timedPoll',
		env: { BENCH_POLLS: polls },
	});
	const linesOf = async () =>
		(await readFile(polls, 'utf8').catch(() => '')).split('\n').slice(0, -1);
	const nextPoll = async (): Promise<Done> => {
		const { length } = await linesOf();
		return JSON.parse(await until(async () => (await linesOf())[length])) as Done;
	};
	await (await PolledWorkflow.import(n8n, trigger)).publish();
	return {
		rest: async () => void (await nextPoll()), // the next one begins and ends within the run
		run: async () => {
			const stop = await watch(n8n);
			const poll = await nextPoll();
			return { ...poll, mebibytes: (await stop()).mebibytes };
		},
	};
}

interface Page {
	items: Array<{ personId: string }>;
	nextCursor: string | null;
}

/** The same with axios alone: what the service and the connections cost without n8n. */
export function throughAxios({ url, apiKey }: Service): Way {
	const service = axios.create({
		baseURL: url,
		headers: { 'x-api-key': apiKey },
		httpAgent: new Agent({ keepAlive: false }), // as n8n's requests: each on a connection of its own
		proxy: false,
	});
	const read = async (ids: string[]) => {
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const params = { limit: 100, cursor };
			const { data }: { data: Page } = await service.get('/v0/persons/search', { params });
			for (const { personId } of data.items) ids.push(personId);
			cursor = data.nextCursor;
		}
	};
	const run = async (batches: object[][]): Promise<Done> => {
		const entries = batches.flat();
		const ids: string[] = [];
		const started = performance.now();
		if (entries.length === 0) await read(ids);
		await forEach(entries, IN_FLIGHT, async (entry) => {
			const { data } = await service.post<{ accountLogId: string }>('/v0/account_logs', entry);
			ids.push(data.accountLogId);
		});
		return { seconds: (performance.now() - started) / 1000, ids };
	};
	return { rest, run };
}
