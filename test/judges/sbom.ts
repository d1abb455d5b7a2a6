import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import manifest from '../../package.json';
import { runScript, type Ending } from '../lint/run';

const ROOT = join(__dirname, '..', '..');
const TOOL = join(__dirname, 'node_modules', '@cyclonedx', 'cyclonedx-npm', 'bin', 'cyclonedx-npm-cli.js');

/** What users install: without what develops it, and without `n8n-workflow`, which their n8n has. */
const OPTIONS = [
	...['dev', 'optional', 'peer'].flatMap((kind) => ['--omit', kind]),
	...['--mc-type', 'library', '--output-reproducible', '--package-lock-only', '--validate'],
];

interface Sbom {
	metadata: { component: { name: string; version: string } };
	components: unknown[];
}

/** Writes the SBOM of the package, by CycloneDX: the package alone, as it brings no other. Fails if that is not so. */
export async function writeSbom(path: string): Promise<Ending> {
	const ending = await runScript(TOOL, [...OPTIONS, '--output-file', path], ROOT);
	if (!ending.ok) return ending;
	const { metadata, components } = JSON.parse(await readFile(path, 'utf8')) as Sbom;
	const { name, version } = metadata.component;
	const isOurs = name === manifest.name && version === manifest.version && components.length === 0;
	const output = `The SBOM is of ${name} ${version}, with ${components.length} components`;
	return { ok: isOurs, output };
}

/** The same, for a look at it only. */
export async function checkSbom(): Promise<Ending> {
	const folder = await mkdtemp(join(tmpdir(), 'sbom-'));
	try {
		return await writeSbom(join(folder, 'sbom.cdx.json'));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
