/** A release, up to what only the person does who is responsible: to push it. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkBranch, checks, type Project } from './checks';
import { output } from './commands';
import { prove } from './proof';
import { runSteps, type Step } from './steps';

export interface ReleaseOptions extends Project {
	/** Goes through everything, and leaves the repository as it is. */
	isDryRun: boolean;
	/** The date of the release, such as `2026-11-23`. */
	day: string;
	print: (line: string) => void;
}

/**
 * Makes the commit and the tag of a version, once everything is proved. Nothing is pushed, and nothing is published.
 *
 * @returns whether nothing is left to do but to push; a dry run: whether a release would come so far
 */
export async function release({ isDryRun, day, print, ...project }: ReleaseOptions): Promise<boolean> {
	const { root, version } = project;
	const logs = join(root, 'output');
	mkdirSync(logs, { recursive: true });
	for (const name of ['install', 'pack', 'ci', 'n8n'])
		rmSync(join(logs, `release-${name}.log`), { force: true });

	const { steps, commit, close } = prove({ root, version, day, print });
	const tagged: Step = {
		name: `the commit has the tag v${version}, and is on main`,
		run: async () => {
			await checkBranch(root);
			const tag = ['--annotate', '--message', `Version ${version}`, `v${version}`, commit()];
			await output(root, 'git', 'tag', ...tag);
			try {
				await output(root, 'git', 'merge', '--quiet', '--ff-only', commit());
			} catch (error) {
				await output(root, 'git', 'tag', '--delete', `v${version}`);
				throw error;
			}
		},
	};
	try {
		const all = [...checks(project), ...steps, ...(isDryRun ? [] : [tagged])];
		const isFine = await runSteps(all, isDryRun, print);
		if (isDryRun) print('A dry run: the branch is as it was, and there is no tag.');
		if (isFine && !isDryRun) {
			print('Now push it: .github/workflows/publish.yml publishes the tag once all of CI has passed.');
			print('  git push origin main');
			print(`  git push origin v${version}`);
		}
		return isFine;
	} finally {
		await close();
	}
}
