import { packageNow } from '../promises';
import type { Package } from '../released';
import { AProject } from './aProject';
import { release } from './release';

const now = packageNow();

let project: AProject;
beforeEach(() => {
	project = new AProject();
});
afterEach(() => project.remove());

/** What a release prints: without seconds, which differ; and whether nothing was left to do. */
async function released({ version = '1.2.0', isDryRun = false, now: its = now } = {}) {
	const lines: string[] = [];
	const { root } = project;
	const print = (line: string) => lines.push(line.replace(/, [\d.]+ s$/, ''));
	const isFine = await release({ root, version, isDryRun, day: '2026-12-01', now: its, print });
	return { isFine, lines };
}

/** What a release could leave behind. */
const state = () => [project.git('rev-parse', 'HEAD'), project.git('tag'), project.git('worktree', 'list')];

const CHECKED = [
	'ok     owner, homepage and contact are set',
	'ok     everything is committed, on main',
	'ok     the version is a new one: the last is 1.1.0',
	'ok     CHANGELOG.md begins with it',
	'ok     names, values and defaults in saved workflows are those of the releases: 1.1.0',
	'ok     outputs have the fields of the releases: 1.1.0',
];

const proved = (): string[] => [
	'ok     version and date are set, in a working tree of their own: 2026-12-01',
	'ok     the package is packed: 0 kB',
	expect.stringMatching(/^ok {5}the commit is made: [0-9a-f]{8}$/) as string,
	'       npm test: 3 s',
	'ok     .ci/run passes',
	'ok     in the oldest and the newest n8n, the tarball goes on with what 1.0.0 left',
];

describe('A release', () => {
	test('is a commit and a tag, and says how to push them', async () => {
		const { isFine, lines } = await released();
		expect(lines).toEqual([
			...CHECKED,
			...proved(),
			'ok     the commit has the tag v1.2.0, and is on main',
			'Now push it: .github/workflows/publish.yml publishes the tag once all of CI has passed.',
			'  git push origin main',
			'  git push origin v1.2.0',
		]);
		expect(isFine).toBe(true);
		expect(project.git('rev-parse', 'v1.2.0^{commit}')).toBe(project.git('rev-parse', 'main'));
		expect(project.git('show', '--format=%s', '--name-only', 'main').split(/\s*\n/)).toEqual([
			'Version 1.2.0',
			'CHANGELOG.md',
			'package-lock.json',
			'package.json',
			'test/releases/n8n-nodes-audience-page-1.2.0.tgz',
		]);
		expect(project.read('CHANGELOG.md')).toContain('## 1.2.0 (2026-12-01)\n\n- News.');
		expect(JSON.parse(project.read('package.json'))).toMatchObject({ version: '1.2.0' });
		expect(project.git('status', '--porcelain')).toBe('');
		expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);

		const again = await released();
		expect(again.lines.slice(2)).toEqual([
			'FAILED the version is a new one',
			'1.2.0 does not come after the last release, 1.2.0',
			expect.stringContaining('Next: name the next version') as string,
		]);
	});

	test('whose tag fails is not on main either', async () => {
		project.git('config', 'tag.gpgSign', 'true');
		project.git('config', 'gpg.program', 'false');
		const before = state();
		const { isFine, lines } = await released();
		project.git('config', 'tag.gpgSign', 'false');
		expect([isFine, lines.find((line) => line.startsWith('FAILED'))]).toEqual([
			false,
			'FAILED the commit has the tag v1.2.0, and is on main',
		]);
		expect(state()).toEqual(before);
	});

	test('that a test fails of leaves nothing behind, and shows what failed', async () => {
		project.write('broken', '');
		project.commit();
		const before = state();
		const { isFine, lines } = await released();
		expect(isFine).toBe(false);
		expect(lines.slice(-4)).toEqual([
			'       npm test: 3 s',
			'FAILED .ci/run passes',
			expect.stringMatching(/^=== npm test: 3 s\nAll of it: .*release-ci\.log$/) as string,
			'Next: mend what fails in .ci/run, commit it, and start again',
		]);
		expect(state()).toEqual(before);
	});
});

describe('A dry run', () => {
	test('goes through all of it, leaves nothing behind, and fails with what a release would wait for', async () => {
		project.change('package.json', 'github.com/somebody', 'github.com/to-be-set');
		project.write('draft', '');
		const before = state();
		const { isFine, lines } = await released({ isDryRun: true });
		expect(lines).toEqual([
			'TO DO  owner, homepage and contact are set',
			'Nobody has set package.json.homepage',
			'TO DO  everything is committed, on main',
			'Not committed:\n?? draft',
			...CHECKED.slice(2),
			...proved(),
			'Before the release: replace each to-be-set in package.json and .github/CODEOWNERS, run npm run write, and commit it',
			'Before the release: commit it or put it away: what is released is the commit',
			'A dry run: the branch is as it was, and there is no tag.',
		]);
		expect(isFine).toBe(false);
		expect(state()).toEqual(before);
	});
});

/** The package with other properties of the node. */
function packageWithout(name: string): Package {
	const { description } = now.node;
	const properties = description.properties.filter((property) => property.name !== name);
	return { ...now, node: { description: { ...description, properties } } };
}

/** The package with an output that has lost a field. */
function packageWithoutField(operation: string, field: string): Package {
	const output = now.outputs[operation]!;
	const properties = Object.entries(output.properties ?? {}).filter(([name]) => name !== field);
	const lost = { ...output, properties: Object.fromEntries(properties) };
	return { ...now, outputs: { ...now.outputs, [operation]: lost } };
}

describe('Nothing is made, and the next step is said, where', () => {
	test.each<[string, () => Parameters<typeof released>[0], string, string]>([
		[
			'the owner is not set',
			() => void project.change('package.json', 'somebody@', 'to-be-set@'),
			'Nobody has set package.json.author.email',
			'replace each to-be-set in package.json',
		],
		[
			'something is not committed',
			() => void project.write('index.js', 'changed'),
			'Not committed:\n M index.js',
			'commit it or put it away',
		],
		[
			'no branch is checked out',
			() => void project.git('checkout', '--quiet', '--detach'),
			'No branch is checked out',
			'git switch main',
		],
		[
			'another branch is checked out',
			() => void project.git('checkout', '--quiet', '-b', 'other'),
			'The branch other is checked out',
			'git switch main',
		],
		[
			'the owner of the repository is not set',
			() => void project.change('.github/CODEOWNERS', '@somebody', '@to-be-set'),
			'Nobody has set .github/CODEOWNERS',
			'replace each to-be-set',
		],
		[
			'no version is given',
			() => ({ version: '' }),
			'No version is given: it has three numbers',
			'name the next',
		],
		[
			'the version is the last one',
			() => ({ version: '1.1.0' }),
			'1.1.0 does not come after the last release, 1.1.0',
			'name the next',
		],
		['the version is none', () => ({ version: 'v1.2.0' }), 'v1.2.0 is no version', 'name the next'],
		['the tag is there', () => void project.git('tag', 'v1.2.0'), 'There is a tag v1.2.0', 'release a later'],
		[
			'the change log begins with another version',
			() => ({ version: '1.3.0' }),
			'The first heading of CHANGELOG.md is "1.2.0 (unreleased)"',
			'write what changes for users below "## 1.3.0 (unreleased)"',
		],
		[
			'the change log is not dated, and not open',
			() => void project.change('CHANGELOG.md', 'unreleased', 'soon'),
			'The first heading of CHANGELOG.md is "1.2.0 (soon)"',
			'write what changes',
		],
		[
			'the change log says nothing',
			() => void project.change('CHANGELOG.md', '- News.', ''),
			'CHANGELOG.md says nothing of 1.2.0',
			'write what changes',
		],
		[
			'a name is lost',
			() => ({ now: packageWithout('source') }),
			'1.1.0: operations.accountLog.create.source is gone, and was string = ""',
			'put it back, or add a version of the node',
		],
		[
			'a field of an output is lost',
			() => ({ now: packageWithoutField('person.get', 'email') }),
			'1.1.0: person.get.email is gone, and was string or null',
			'put the field back, or add a version of the node',
		],
	])('%s', async (_what, prepare, problem, next) => {
		const options = prepare() ?? {};
		const before = state();
		const { isFine, lines } = await released(options);
		expect(isFine).toBe(false);
		const [failed, message, advice, ...others] = lines.slice(
			lines.findIndex((line) => !line.startsWith('ok ')),
		);
		expect(failed).toMatch(/^FAILED /);
		expect(message).toContain(problem);
		expect(advice).toMatch(/^Next: /);
		expect(advice).toContain(next);
		expect(others).toEqual([]);
		expect(state()).toEqual(before);
	});
});
