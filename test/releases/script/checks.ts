/** What has to hold before a version is made, each with the next step where it does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unsetIn } from '../../lint/unsetAddresses';
import { brokenNames, brokenOutputs } from '../promises';
import { openPackage, RELEASES, releasedVersions, tarballName, type Package } from '../released';
import { compareVersions, isVersion } from '../version';
import { checkHeading } from './changelog';
import { output } from './commands';
import { Refusal, type Step } from './steps';

export interface Project {
	/** Its folder, a clone of the repository. */
	root: string;
	/** The version to release. */
	version: string;
	/** The package that its code describes. */
	now: Package;
}

function checkAddresses({ root }: Project): void {
	const unset = unsetIn(root);
	if (unset.length === 0) return;
	throw new Refusal(
		`Nobody has set ${unset.join(', ')}`,
		'replace each to-be-set in package.json and .github/CODEOWNERS, run npm run write, and commit it',
	);
}

async function checkCommitted({ root }: Project): Promise<void> {
	const changed = await output(root, 'git', 'status', '--porcelain');
	if (changed !== '') {
		throw new Refusal(
			`Not committed:\n${changed}`,
			'commit it or put it away: what is released is the commit',
		);
	}
	await checkBranch(root);
}

/** @throws Refusal if another branch than main is checked out, or none */
export async function checkBranch(root: string): Promise<void> {
	const branch = await output(root, 'git', 'branch', '--show-current');
	if (branch === 'main') return;
	const what = branch === '' ? 'No branch is checked out' : `The branch ${branch} is checked out`;
	throw new Refusal(what, 'release from main: git switch main');
}

async function checkVersion({ root, version }: Project): Promise<string> {
	const last = releasedVersions(root).at(-1) ?? '0.0.0';
	const next = 'name the next version (docs/CONTRIBUTING.md#versions says which): npm run release -- VERSION';
	if (!isVersion(version)) {
		const given = version === '' ? 'No version is given' : `${version} is no version`;
		throw new Refusal(`${given}: it has three numbers, such as 1.2.0, and no v`, next);
	}
	if (compareVersions(version, last) <= 0) {
		throw new Refusal(`${version} does not come after the last release, ${last}`, next);
	}
	if ((await output(root, 'git', 'tag', '--list', `v${version}`)) !== '') {
		throw new Refusal(
			`There is a tag v${version}`,
			`release a later version, or git tag --delete v${version}`,
		);
	}
	return `the last is ${last}`;
}

type Compare = (released: Package, now: Package) => string[];

/** Compares with every release that is kept. */
async function checkPromises({ root, now }: Project, compare: Compare, next: string): Promise<string> {
	const versions = releasedVersions(root);
	const broken: string[] = [];
	for (const version of versions) {
		const { remove, ...released } = openPackage(join(root, RELEASES, tarballName(version)));
		remove();
		broken.push(...compare(released, now).map((line) => `${version}: ${line}`));
	}
	if (broken.length > 0) throw new Refusal(broken.join('\n'), next);
	return versions.join(', ');
}

/** All of them take seconds. */
export const checks = (project: Project): Step[] => [
	{ name: 'owner, homepage and contact are set', run: () => checkAddresses(project), mayWait: true },
	{ name: 'everything is committed, on main', run: () => checkCommitted(project), mayWait: true },
	{ name: 'the version is a new one', run: () => checkVersion(project) },
	{
		name: 'CHANGELOG.md begins with it',
		run: () => checkHeading(readFileSync(join(project.root, 'CHANGELOG.md'), 'utf8'), project.version),
	},
	{
		name: 'names, values and defaults in saved workflows are those of the releases',
		run: () =>
			checkPromises(
				project,
				brokenNames,
				'put it back, or add a version of the node (docs/CONTRIBUTING.md#versions)',
			),
	},
	{
		name: 'outputs have the fields of the releases',
		run: () =>
			checkPromises(
				project,
				brokenOutputs,
				'put the field back, or add a version of the node (docs/CONTRIBUTING.md#versions)',
			),
	},
];
