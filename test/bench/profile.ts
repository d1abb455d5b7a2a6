/**
 * `npm run profile`: where the time of an item goes, by a CPU profile of n8n while it creates 10,000 entries. Writes
 * `docs/measured/profile.json`, which `npm run write` puts into the documents.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { ensureN8n } from '../n8n/harness/install';
import { packPackage } from '../n8n/harness/pack';
import { keepMeasured } from '../support/measured';
import { cellsOf, table } from '../support/table';
import { createEntries } from './jobs/createEntries';
import { N8nWay } from './n8nWay';
import { ACCOUNTS } from './entries';
import { startSandboxProcess } from './sandbox';

const ITEMS = 10_000;

/** V8's format of a CPU profile, as far as it is used. */
interface CpuProfile {
	nodes: Array<{ id: number; callFrame: { functionName: string; url: string }; children?: number[] }>;
	/** The node on top of the stack at each sample. */
	samples: number[];
	/** Microseconds before each sample. */
	timeDeltas: number[];
}

type Frame = CpuProfile['nodes'][number]['callFrame'];

/** What a frame belongs to; of a sample, the first frame from the top decides that belongs to something. */
const PARTS: Array<[part: string, matches: (frame: Frame) => boolean]> = [
	['Waiting', ({ functionName }) => functionName === '(idle)'],
	['V8: garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
	[
		'This node: limits, retries and responses',
		inPackage('n8n-nodes-audience-page/dist/nodes/AudiencePage/transport'),
	],
	['This node: items, checks, keys and results', inPackage('n8n-nodes-audience-page')],
	[
		"n8n's request helper, with axios",
		inPackage('axios', '@n8n/backend-network', 'n8n-core', 'follow-redirects'),
	],
	['n8n: all else', inPackage('')],
];
const REST = 'Node.js: HTTP and sockets';

function inPackage(...names: string[]): (frame: Frame) => boolean {
	return ({ url }) => names.some((name) => url.includes(`/node_modules/${name}${name === '' ? '' : '/'}`));
}

/** The samples from the first to the last that this node is part of: while it runs. */
function partsOf({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
	const stackOf = (top: number): Frame[] => {
		const stack: Frame[] = [];
		for (let id: number | undefined = top; id !== undefined; id = parents.get(id))
			stack.push(frames.get(id)!);
		return stack;
	};
	const partOf = (top: number): string => {
		for (const frame of stackOf(top)) {
			const [part] = PARTS.find(([, matches]) => matches(frame)) ?? [];
			if (part !== undefined) return part;
		}
		return REST;
	};
	const partsByNode = new Map(nodes.map(({ id }) => [id, partOf(id)]));
	const isRunning = ({ functionName }: Frame) => ['processItems', 'sendItem'].includes(functionName);
	const running = new Set(nodes.flatMap(({ id }) => (stackOf(id).some(isRunning) ? [id] : [])));
	const first = samples.findIndex((id) => running.has(id));
	const last = samples.reduce((latest, id, index) => (running.has(id) ? index : latest), first);

	const times = new Map<string, number>();
	for (let index = first; index <= last; index++) {
		const part = partsByNode.get(samples[index]!)!;
		times.set(part, (times.get(part) ?? 0) + timeDeltas[index]!);
	}
	return times;
}

/** The profile of n8n's main process: the longest of its threads'. */
async function profileIn(folder: string): Promise<CpuProfile> {
	const texts = await Promise.all(
		(await readdir(folder)).map(async (name) => await readFile(join(folder, name), 'utf8')),
	);
	const [longest = ''] = texts.sort((one, other) => other.length - one.length);
	return JSON.parse(longest) as CpuProfile;
}

async function measure(): Promise<CpuProfile> {
	const folder = await mkdtemp(join(tmpdir(), 'profile-audience-page-'));
	const profiles = join(folder, 'profiles');
	const port = await getPort({ host: '127.0.0.1' });
	const sandbox = await startSandboxProcess(port, ['--accounts', String(ACCOUNTS)]);
	try {
		const { ourNode, items } = createEntries(ITEMS);
		const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` };
		const way = await N8nWay.start(sandbox, ourNode, true, { tarball: await packPackage(folder), env });
		try {
			const { failure } = await way.run([items!(ITEMS)]);
			if (failure !== undefined) throw new Error(failure);
		} finally {
			await way.close();
		}
		return await profileIn(profiles);
	} finally {
		await sandbox.close();
		await rm(folder, { recursive: true });
	}
}

async function main(): Promise<void> {
	await ensureN8n();
	const times = partsOf(await measure());
	const total = [...times.values()].reduce((sum, time) => sum + time, 0);
	const rows = [...times]
		.sort(([, one], [, other]) => other - one)
		.map(([part, time]) => ({
			What: part,
			'µs an item': (time / ITEMS).toFixed(0),
			Share: `${((time / total) * 100).toFixed(0)} %`,
		}));
	console.log(table(cellsOf(rows)));
	await keepMeasured('profile', rows);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
