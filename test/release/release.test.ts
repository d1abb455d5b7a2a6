/** `npm run release` in a repository as small as can be, with this project's settings. What takes long is a line of shell. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ROOT } from '../docs/root';

// Seconds where nothing else runs: a slow or busy machine has time.
jest.setTimeout(300_000);

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\nThe first version, 1.0.0.\n';
const MANIFEST = {
	name: 'a-package',
	version: '1.0.0',
	scripts: { prepublishOnly: 'test ! -f unset || (echo Set author.email >&2; false)' },
};
const FILES: Record<string, string> = {
	'.ci/run': '#!/bin/sh\ntest ! -f broken || { echo "2 tests have failed"; exit 1; }\n',
	'.gitignore': 'output/\n',
	'CHANGELOG.md': CHANGELOG,
	'index.js': '',
	'package.json': JSON.stringify(MANIFEST),
};

let folder: string;
let project: string;

const git = (...args: string[]): string =>
	execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();

function write(path: string, text: string): void {
	mkdirSync(dirname(join(project, path)), { recursive: true });
	writeFileSync(join(project, path), text, { mode: 0o755 });
}

const read = (path: string): string => readFileSync(join(project, path), 'utf8');

function commit(path: string, text = ''): void {
	write(path, text);
	git('add', '--all');
	git('commit', '--quiet', '--message', path);
	git('push', '--quiet');
}

/** Without questions, as where there is no terminal. */
function release(...args: string[]): { status: number | null; printed: string } {
	const { status, stdout, stderr } = spawnSync(
		join(ROOT, 'node_modules/.bin/release-it'),
		['--ci', ...args],
		{
			cwd: project,
			encoding: 'utf8',
		},
	);
	return { status, printed: stdout + stderr };
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'release-'));
	project = join(folder, 'project');
	execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', join(folder, 'origin')]);
	execFileSync('git', ['clone', '--quiet', join(folder, 'origin'), project], { stdio: 'ignore' });
	git('config', 'user.name', 'Somebody');
	git('config', 'user.email', 'somebody@example.com');
	for (const what of ['commit', 'tag']) git('config', `${what}.gpgSign`, 'false');
	git('switch', '--quiet', '--create', 'main');
	for (const [path, text] of Object.entries(FILES)) write(path, text);
	for (const path of ['.release-it.json', 'test/release/proof.sh']) {
		write(path, '');
		copyFileSync(join(ROOT, path), join(project, path));
	}
	git('add', '--all');
	git('commit', '--quiet', '--message', 'As it is');
	git('push', '--quiet', '--set-upstream', 'origin', 'main');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a release dates its entry of CHANGELOG.md, and pushes the commit with its tag', () => {
	expect(release('1.0.0')).toMatchObject({ status: 0 });
	expect(git('ls-remote', 'origin', 'refs/heads/main', 'refs/tags/v1.0.0^{}')).toMatch(
		new RegExp(`^${git('rev-parse', 'HEAD')}\\s+refs/heads/main\n${git('rev-parse', 'HEAD')}\\s`),
	);
	const dated = read('CHANGELOG.md');
	expect(dated).toMatch(/^# Changelog\n\n## \[Unreleased\]\n\n## \[1\.0\.0\] - \d{4}-\d\d-\d\d\n\nThe first/);

	commit('CHANGELOG.md', dated.replace('## [Unreleased]', '## [Unreleased]\n\nMore.'));
	expect(release('1.1.0')).toMatchObject({ status: 0 });
	expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.1.0' });
	expect(git('tag', '--list')).toBe('v1.0.0\nv1.1.0');

	commit('CHANGELOG.md', CHANGELOG);
	const again = release('1.1.0');
	expect([again.status, again.printed]).toEqual([1, expect.stringContaining('There is a tag v1.1.0')]);
	expect(git('status', '--porcelain')).toBe('');
});

/** Commits and pushes from another clone. */
function advanceOrigin(): void {
	const other = join(folder, 'other');
	const run = (...args: string[]) => execFileSync('git', args, { cwd: other, stdio: 'ignore' });
	execFileSync('git', ['clone', '--quiet', join(folder, 'origin'), other], { stdio: 'ignore' });
	const identity = ['-c', 'user.name=Else', '-c', 'user.email=else@example.com'];
	run(...identity, 'commit', '--quiet', '--allow-empty', '--message', 'Of somebody else');
	run('push', '--quiet');
}

test.each<[string, () => void, string]>([
	['while an address is to be set', () => commit('unset'), 'Set author.email'],
	['of a tree that is not clean', () => write('index.js', 'changed'), 'Working dir must be clean'],
	['with a file that is not committed', () => write('new.js', ''), 'There are files that are not committed'],
	['behind what others have pushed', advanceOrigin, 'main is behind its upstream'],
	[
		'whose tree changes while CI runs',
		() => commit('.ci/run', `#!/bin/sh\necho changed >${join(project, 'index.js')}\n`),
		'Something has changed here while .ci/run ran',
	],
	['from another branch', () => void git('switch', '--quiet', '--create', 'other'), 'Must be on branch main'],
	['whose CI is red', () => commit('broken'), '2 tests have failed'],
	[
		'that CHANGELOG.md says nothing of',
		() => commit('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n'),
		'CHANGELOG.md has nothing under Unreleased',
	],
])('there is no release %s', (_what, prepare, words) => {
	prepare();
	const before = git('rev-parse', 'HEAD');
	const { status, printed } = release('1.0.0');
	expect(printed).toContain(words);
	expect(status).toBe(1);
	expect(git('rev-parse', 'HEAD')).toBe(before);
	expect(git('tag', '--list')).toBe('');
	expect(git('ls-remote', '--tags', 'origin')).toBe('');
	expect(read('package.json')).toBe(FILES['package.json']);
});
