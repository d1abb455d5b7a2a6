/** What only GitHub runs, and what only it shows, as far as that can be seen from here. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { parse } from 'yaml';

import manifest from '../package.json';
import { AudiencePageTrigger } from '../nodes/AudiencePage/AudiencePageTrigger.node';
import { optionsOf, resourceProperty } from './support/description';

const ROOT = resolve(__dirname, '..');
const REPOSITORY = manifest.homepage.replace(/#.*/, '');

interface Step {
	run?: string;
	uses?: string;
	with?: Record<string, unknown>;
}

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	steps?: Step[];
	uses?: string;
	'timeout-minutes'?: number;
}

interface Workflow {
	on: { push?: { tags?: string[] } };
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const load = <T>(path: string) => parse(textOf(path)) as T;
const commandsOf = ({ steps = [] }: Job) => steps.map(({ run = '' }) => run).join('\n');
const neededBy = ({ needs = [] }: Job) => [needs].flat();

/** The steps of a job with an action, such as `actions/checkout`. */
const stepsWith = ({ steps = [] }: Job, action: string) =>
	steps.filter(({ uses = '' }) => uses.startsWith(`${action}@`));

/** What jobs may write, beside what every job may read: what is not named here, none may. */
const MAY_WRITE: Record<string, string[]> = {
	'codeql.yml analyze': ['security-events'],
	'publish.yml attest': ['attestations', 'id-token'],
	'publish.yml publish': ['id-token'],
	'publish.yml release': ['contents'],
	'scorecard.yml analyze': ['id-token', 'security-events'],
};

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
		expect(
			uses.filter((action) => !/^[\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
		).toEqual([]);
	});

	test.each(Object.entries(jobs))('gives %s no permission but what it needs', (name, job) => {
		const given = Object.entries(job.permissions ?? permissions ?? { everything: 'write' });
		const written = given.filter(([, access]) => access !== 'read').map(([scope]) => scope);
		expect(written.sort()).toEqual(MAY_WRITE[`${basename(path)} ${name}`] ?? []);
		const checkouts = stepsWith(job, 'actions/checkout');
		expect(checkouts.map((step) => step.with)).toEqual(
			checkouts.map(() => ({ 'persist-credentials': false })),
		);
		expect(job.uses ?? job['timeout-minutes']).toBeDefined();
	});
});

describe('publishing', () => {
	const { jobs, on } = load<Workflow>('.github/workflows/publish.yml');
	const publishing = Object.entries(jobs).filter(([, job]) => commandsOf(job).includes('npm publish'));
	const job = publishing[0]?.[1] ?? {};

	test('is one job, with provenance', () => {
		expect(publishing).toHaveLength(1);
		expect(commandsOf(job)).toMatch(/npm publish \.\/\*\.tgz --provenance --access public$/m);
	});

	test('comes after the whole proof', () => {
		const called = neededBy(job).flatMap((name) => jobs[name]?.uses ?? []);
		const proofs = called.flatMap((path) => Object.values(load<Workflow>(path).jobs));
		expect(proofs.map(commandsOf).join('\n')).toMatch(/^\.ci\/run$/m);
	});

	test('starts from the tag of a version, which has to be that of package.json', () => {
		const tag = new RegExp(`^${on.push?.tags?.join('|').replaceAll('.', '\\.')}$`);
		expect(`v${manifest.version}`).toMatch(tag);
		expect(`v${manifest.version}-beta.1`).not.toMatch(tag);
		const needed = neededBy(job)
			.map((name) => commandsOf(jobs[name] ?? {}))
			.join('\n');
		expect(needed).toContain('"$GITHUB_REF_NAME" = "v$(node --print');
	});

	test('packs nothing while the addresses are not set', () => {
		expect(commandsOf(jobs.pack ?? {})).toMatch(/^npm run prepublishOnly$[^]*^npm pack$/m);
	});

	test('comes after the attestation of the tarball: where it was built, and its SBOM', () => {
		expect(neededBy(job)).toContain('attest');
		expect(commandsOf(jobs.pack ?? {})).toMatch(/^npm run sbom -- sbom\.cdx\.json$/m);
		const attested = stepsWith(jobs.attest ?? {}, 'actions/attest').map((step) => step.with);
		const tarball = { 'subject-path': '*.tgz' };
		expect(attested).toEqual([tarball, { ...tarball, 'sbom-path': 'sbom.cdx.json' }]);
	});

	test('is followed by a release with both files, the same as were attested', () => {
		const { release = {} } = jobs;
		expect(neededBy(release)).toEqual(['publish']);
		expect(commandsOf(release)).toContain('gh release create "$GITHUB_REF_NAME" ./*.tgz sbom.cdx.json');
		const [packed, ...others] = [jobs.pack ?? {}, jobs.attest ?? {}, job, release].map(
			(of) => [...stepsWith(of, 'actions/upload-artifact'), ...stepsWith(of, 'actions/download-artifact')][0],
		);
		expect(packed?.with).toMatchObject({ name: 'package', path: '*.tgz\nsbom.cdx.json\n' });
		expect(others.map((step) => step?.with)).toEqual(others.map(() => ({ name: 'package' })));
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

test('the proof runs the lines of README’s first screen as they stand', () => {
	const [, block = ''] = /^## Try it\n[^#]*?```sh\n([^`]*)```/m.exec(textOf('README.md')) ?? [];
	const lines = block.match(/^[^#\n]*[^#\s]/gm) ?? [];
	expect(lines).toHaveLength(2);
	const steps = textOf('.ci/run').match(/(?<=^step (until_ready|bash -c) ').*(?='$)/gm);
	expect(steps).toEqual(lines);
});

test('every file has an owner', () => {
	expect(textOf('.github/CODEOWNERS')).toMatch(/^\* @\S+$/m);
});
