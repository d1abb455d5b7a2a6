/**
 * What only GitHub runs, as far as that can be seen from here; actionlint (`npm run lint`) looks at
 * the rest.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import manifest from '../package.json';
import { ROOT } from './docs/root';

interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	steps?: Array<{ run?: string }>;
	uses?: string;
}

interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const load = (path: string) => parse(textOf(path)) as Workflow;
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });

test('commands of workflows, docs and .ci/run exist, and there are no more than twelve scripts to know', () => {
	const docs = globSync(['*.md', 'docs/**/*.md', '.github/*.md'], { cwd: ROOT });
	const texts = [...workflows, ...docs, '.ci/run'].map(textOf).join('\n');
	const scripts = [...texts.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
	expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
	expect(Object.keys(manifest.scripts).length).toBeLessThanOrEqual(12);
	const paths =
		texts.match(/(?<=(npx tsx|--config|npm (test|run \S+) --|bash) )test\/[\w/.]+/g) ?? [];
	expect(paths.length).toBeGreaterThan(3);
	expect(paths.filter((path) => globSync(`${path}*`, { cwd: ROOT }).length === 0)).toEqual([]);
});

/** What jobs may write, beside what every job may read: what is not named here, none may. */
const MAY_WRITE: Record<string, string[]> = {
	'codeql analyze': ['security-events'],
	'newest report': ['issues'],
	'publish attest': ['attestations', 'id-token'],
	'publish publish': ['id-token'],
	'publish release': ['contents'],
	'scorecard analyze': ['id-token', 'security-events'],
};

test.each(workflows)('%s takes actions by commit, and gives its jobs what they need', (path) => {
	const uses = textOf(path).match(/(?<=uses: )[^.\s].*/g) ?? [];
	expect(uses).not.toEqual([]);
	expect(uses.filter((action) => !/^\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
	const { jobs, permissions } = load(path);
	const workflow = /(\w+)\.yml$/.exec(path)?.[1];
	for (const [name, job] of Object.entries(jobs)) {
		const given = Object.entries(job.permissions ?? permissions ?? { everything: 'write' });
		const written = given.filter(([, access]) => access !== 'read').map(([scope]) => scope);
		expect(written.sort()).toEqual(MAY_WRITE[`${workflow} ${name}`] ?? []);
	}
});

test('what is published is the tag’s version, after the whole proof and its attestation, with provenance', () => {
	const { jobs } = load('.github/workflows/publish.yml');
	const commandsOf = (name: string) =>
		(jobs[name]?.steps ?? []).map(({ run = '' }) => run).join('\n');
	expect(commandsOf('publish')).toMatch(/npm publish \.\/\*\.tgz --provenance --access public$/m);
	expect(jobs.publish?.needs).toEqual(['check', 'pack', 'attest']);
	expect(jobs.check?.uses).toBe('./.github/workflows/ci.yml');
	expect(textOf('.github/workflows/ci.yml')).toMatch(/- run: \.ci\/run$/m);
	expect(commandsOf('pack')).toMatch(
		/"\$GITHUB_REF_NAME" = "v\$\(node[^]*^npm run prepublishOnly$[^]*^npm pack$/m,
	);
});

test('what breaks on the newest n8n opens an issue, unless it is open', () => {
	const { jobs } = load('.github/workflows/newest.yml');
	expect(jobs.try?.steps?.map(({ run }) => run)).toContain('npm run test:n8n -- anyVersion');
	const [{ run = '' } = {}] = jobs.report?.steps ?? [];
	const openedBeside = (title: string) => {
		const gh = `gh() { if [ "$2" = list ]; then echo "${title}"; else echo "$@"; fi; }`;
		const env = { ...process.env, TITLE: 'It breaks', BODY: 'Where' };
		return execFileSync('bash', ['-ec', `${gh}\n${run}`], { env, encoding: 'utf8' });
	};
	expect(openedBeside('It breaks, or not')).toBe('issue create --title It breaks --body Where\n');
	expect(openedBeside('It breaks')).toBe('');
});

test('the proof runs the lines of README’s first screen as they stand', () => {
	const [, block = ''] =
		/^## Try it\n(?:[^#]|\(#)*?```sh\n([^`]*)```/m.exec(textOf('README.md')) ?? [];
	const lines = block.match(/^[^#\n]*[^#\s]/gm) ?? [];
	expect(lines).toHaveLength(2);
	expect(textOf('.ci/run').match(/(?<=^step (until_ready|bash -c) ').*(?='$)/gm)).toEqual(lines);
});
