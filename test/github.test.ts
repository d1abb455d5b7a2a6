/** What only GitHub runs, and what only it shows, as far as that can be seen from here. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

import manifest from '../package.json';
import { AudiencePageTrigger } from '../nodes/AudiencePage/AudiencePageTrigger.node';
import { optionsOf, resourceProperty } from './support/description';

const ROOT = resolve(__dirname, '..');
const REPOSITORY = manifest.homepage.replace(/#.*/, '');

interface Step {
	run?: string;
	uses?: string;
}

interface Job {
	needs?: string[];
	permissions?: Record<string, string>;
	steps?: Step[];
	uses?: string;
}

interface Workflow {
	on: { push?: { tags?: string[] } };
	jobs: Record<string, Job>;
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const load = <T>(path: string) => parse(textOf(path)) as T;
const commandsOf = ({ steps = [] }: Job) => steps.map(({ run = '' }) => run).join('\n');

describe.each(globSync('.github/workflows/*.yml', { cwd: ROOT }))('%s', (path) => {
	const { jobs } = load<Workflow>(path);
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

	test('packs nothing while the addresses are not set', () => {
		expect(commandsOf(jobs.pack ?? {})).toMatch(/^npm run prepublishOnly$[^]*^npm pack$/m);
	});
});

interface Form {
	body: Array<{ id?: string; attributes: { options?: unknown[] } }>;
}

test('the form for bugs offers every resource, and the trigger', () => {
	const { body } = load<Form>('.github/ISSUE_TEMPLATE/bug_report.yml');
	const offered = body.find(({ id }) => id === 'part')?.attributes.options;
	const resources = optionsOf(resourceProperty).map(({ name }) => name);
	expect(offered).toEqual(
		expect.arrayContaining([...resources, new AudiencePageTrigger().description.displayName]),
	);
});

test('what is linked to in the repository is there', () => {
	const texts = globSync('.github/**/*.{md,yml}', { cwd: ROOT }).map(textOf).join('\n');
	const links = [...texts.matchAll(/https:\/\/github\.com\/[^\s)]+/g)].map(([link]) => link);
	expect(links).not.toEqual([]);
	const files = links.map((link) => link.replace(`${REPOSITORY}/blob/main/`, ''));
	expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
