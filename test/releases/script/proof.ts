/**
 * The version as a commit, proved in a working tree of its own: the folder of whoever releases stays as it is, and what is
 * proved is what gets the tag.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASES, tarballName } from '../released';
import { dated } from './changelog';
import { output, runLong } from './commands';
import type { Step } from './steps';

export interface Proof {
	/** To be run in this order. */
	steps: Step[];
	/** The commit, once it is made. */
	commit: () => string;
	/** Removes the working tree, if there is one. */
	close: () => Promise<void>;
}

interface Release {
	root: string;
	version: string;
	/** Its date, such as `2026-11-23`. */
	day: string;
	print: (line: string) => void;
}

/** How `.ci/run` says that a step is done. */
const STEP_DONE = /^=== (.*: \d+ s)$/;

export function prove({ root, version, day, print }: Release): Proof {
	const folder = mkdtempSync(join(tmpdir(), `release-${version}-`));
	const tree = join(folder, 'tree');
	const tarball = join(folder, tarballName(version));
	const log = (name: string) => join(root, 'output', `release-${name}.log`);
	let commit = '';

	const npm = (name: string, args: string[], env?: Record<string, string>) =>
		runLong({ folder: tree, log: log(name), command: 'npm', args, env });

	const steps: Step[] = [
		{
			name: 'version and date are set, in a working tree of their own',
			run: async () => {
				await output(root, 'git', 'worktree', 'add', '--quiet', '--detach', tree);
				await output(tree, 'npm', 'version', '--no-git-tag-version', '--allow-same-version', version);
				const changelog = join(tree, 'CHANGELOG.md');
				writeFileSync(changelog, dated(readFileSync(changelog, 'utf8'), version, day));
				return day;
			},
		},
		{
			name: 'the package is packed',
			run: async () => {
				await npm('install', ['ci']);
				await npm('pack', ['pack', '--pack-destination', folder]);
				copyFileSync(tarball, join(tree, RELEASES, tarballName(version)));
				return `${Math.round(statSync(tarball).size / 1000)} kB`;
			},
		},
		{
			name: 'the commit is made',
			run: async () => {
				await output(tree, 'git', 'add', '--all');
				await output(tree, 'git', 'commit', '--quiet', '--message', `Version ${version}`);
				commit = await output(tree, 'git', 'rev-parse', 'HEAD');
				return commit.slice(0, 8);
			},
		},
		{
			name: '.ci/run passes',
			run: () =>
				runLong({
					folder: tree,
					log: log('ci'),
					command: '.ci/run',
					onLine: (line) => {
						const [, done] = STEP_DONE.exec(line) ?? [];
						if (done !== undefined) print(`       ${done}`);
					},
				}),
		},
		{
			name: 'in the oldest and the newest n8n, the tarball goes on with what 1.0.0 left',
			run: () => npm('n8n', ['run', 'test:n8n', '--', 'test/n8n/upgrade'], { TARBALL: tarball }),
		},
	];
	return {
		steps,
		commit: () => commit,
		close: async () => {
			rmSync(folder, { recursive: true });
			await output(root, 'git', 'worktree', 'prune');
		},
	};
}
