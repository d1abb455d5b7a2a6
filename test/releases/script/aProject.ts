/** A repository of a package as small as can be, for tests of a release: what takes long there is a line of shell. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASES, releasedTarball, tarballName } from '../released';

/** The version that it has released. */
export const LAST = '1.1.0';

const MANIFEST = {
	name: 'n8n-nodes-audience-page',
	version: LAST,
	homepage: 'https://github.com/somebody/n8n-nodes-audience-page#readme',
	author: { name: 'Somebody', email: 'somebody@example.com' },
	files: ['index.js'],
	scripts: { 'test:n8n': 'test -f "$TARBALL" && echo' },
};

const FILES: Record<string, string> = {
	'.gitignore': 'node_modules/\noutput/\n',
	'.github/CODEOWNERS': '* @somebody\n',
	'.ci/run': '#!/bin/sh\nset -e\necho "=== npm test: 3 s"\ntest ! -f broken\n',
	'CHANGELOG.md': `# Changelog\n\n## 1.2.0 (unreleased)\n\n- News.\n\n## ${LAST} (2026-11-01)\n\n- First.\n`,
	'index.js': '',
	'package.json': `${JSON.stringify(MANIFEST, null, '\t')}\n`,
	'package-lock.json': JSON.stringify({
		name: MANIFEST.name,
		version: LAST,
		lockfileVersion: 3,
		packages: {},
	}),
};

export class AProject {
	readonly root = mkdtempSync(join(tmpdir(), 'a-project-'));

	constructor() {
		for (const folder of ['.ci', '.github', RELEASES])
			mkdirSync(join(this.root, folder), { recursive: true });
		for (const [path, text] of Object.entries(FILES)) this.write(path, text);
		execFileSync('chmod', ['+x', join(this.root, '.ci', 'run')]);
		copyFileSync(releasedTarball(LAST), join(this.root, RELEASES, tarballName(LAST)));
		this.git('init', '--quiet', '--initial-branch', 'main');
		const identity = { 'user.name': 'Somebody', 'user.email': 'somebody@example.com' };
		const unsigned = { 'commit.gpgSign': 'false', 'tag.gpgSign': 'false' };
		for (const setting of Object.entries({ ...identity, ...unsigned })) this.git('config', ...setting);
		this.commit();
	}

	/** What git prints. */
	git(...args: string[]): string {
		return execFileSync('git', args, { cwd: this.root, encoding: 'utf8' }).trim();
	}

	/** Commits all that there is. */
	commit(): void {
		this.git('add', '--all');
		this.git('commit', '--quiet', '--message', 'As it is');
	}

	read(path: string): string {
		return readFileSync(join(this.root, path), 'utf8');
	}

	write(path: string, text: string): void {
		writeFileSync(join(this.root, path), text);
	}

	/** Writes a file with another text in place of one, and commits it. */
	change(path: string, text: string, other: string): void {
		this.write(path, this.read(path).replace(text, other));
		this.commit();
	}

	remove(): void {
		rmSync(this.root, { recursive: true });
	}
}
