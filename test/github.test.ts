/** What only GitHub runs, and what only it shows, as far as that can be seen from here. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

import manifest from '../package.json';

const ROOT = resolve(__dirname, '..');

interface Step {
	run?: string;
	uses?: string;
}

interface Job {
	needs?: string[];
	permissions?: Record<string, string>;
	steps?: Step[];
	'timeout-minutes'?: number;
	uses?: string;
}

interface Workflow {
	on: { push?: { tags?: string[] } };
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const load = <T>(path: string) => parse(textOf(path)) as T;
const commandsOf = ({ steps = [] }: Job) => steps.map(({ run = '' }) => run).join('\n');

describe.each(globSync('.github/workflows/*.yml', { cwd: ROOT }))('%s', (path) => {
	const { jobs, permissions } = load<Workflow>(path);
	const commands = Object.values(jobs).map(commandsOf).join('\n');

	test('runs commands that exist', () => {
		const scripts = [...commands.matchAll(/npm run (\S+)/g)].map(([, name]) => name);
		expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
		const files = [...commands.matchAll(/^\.\S+/gm)].map(([file]) => file);
		expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
	});

	test('takes actions by commit, with the version beside it', () => {
		const uses = textOf(path).match(/(?<=uses: )[^.\s].*/g) ?? [];
		expect(uses).not.toEqual([]);
		expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
			[],
		);
	});

	test('may write nothing unless a job says so, and no job goes on for hours', () => {
		expect(Object.values(permissions).filter((access) => access !== 'read')).toEqual([]);
		const own = Object.values(jobs).filter(({ uses }) => uses === undefined);
		expect(own.filter((job) => (job['timeout-minutes'] ?? Infinity) > 90)).toEqual([]);
	});
});

describe('publishing', () => {
	const { jobs, on } = load<Workflow>('.github/workflows/publish.yml');
	const publishing = Object.entries(jobs).filter(([, job]) => commandsOf(job).includes('npm publish'));
	const job = publishing[0]?.[1] ?? {};

	test('is one job, with provenance and only the permission for it', () => {
		expect(publishing).toHaveLength(1);
		expect(commandsOf(job)).toMatch(/npm publish \.\/\*\.tgz --provenance --access public$/m);
		expect(job.permissions).toEqual({ 'id-token': 'write' });
	});

	test('comes after the whole proof', () => {
		const called = (job.needs ?? []).flatMap((name) => jobs[name]?.uses ?? []);
		const proofs = called.flatMap((path) => Object.values(load<Workflow>(path).jobs));
		expect(proofs.map(commandsOf).join('\n')).toMatch(/^\.ci\/run$/m);
	});

	test('starts from the tag of a version, which has to be that of package.json', () => {
		const tag = new RegExp(`^${on.push?.tags?.join('|').replaceAll('.', '\\.')}$`);
		expect(`v${manifest.version}`).toMatch(tag);
		expect(`v${manifest.version}-beta.1`).not.toMatch(tag);
		const needed = (job.needs ?? []).map((name) => commandsOf(jobs[name] ?? {})).join('\n');
		expect(needed).toContain('"$GITHUB_REF_NAME" = "v$(node --print');
	});
});

test('nothing is packed to be published while its addresses are not set', () => {
	const { jobs } = load<Workflow>('.github/workflows/publish.yml');
	expect(commandsOf(jobs.pack ?? {})).toMatch(/^npm run prepublishOnly$[^]*^npm pack$/m);
});
