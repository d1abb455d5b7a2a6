/** What a person copies to install this version of the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { name, version } from '../../../package.json';
import { OLDEST_N8N, PINNED_N8N } from '../../n8n/harness/install';
import type { Parts } from '../markers';

/** The first n8n that takes the list of its packages from its environment, as n8n's documentation says. */
const ENVIRONMENT_N8N = '2.21';

/** The version of n8n that a package of it pins. */
function n8nIn(folder: string): string {
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return manifest.dependencies.n8n;
}

const fenced = (language: string, ...lines: string[]): string =>
	['```' + language, ...lines, '```'].join('\n');

export const installParts: Parts = {
	environmentN8n: () => ENVIRONMENT_N8N,
	installFromEnvironment: () =>
		fenced(
			'sh',
			'N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=true',
			`N8N_COMMUNITY_PACKAGES='${JSON.stringify([{ name, version }])}'`,
		),
	installInImage: () =>
		fenced(
			'dockerfile',
			`FROM n8nio/n8n:${n8nIn(PINNED_N8N)}`,
			'RUN mkdir -p /home/node/.n8n/nodes \\',
			`  && npm install --prefix /home/node/.n8n/nodes ${name}@${version}`,
		),
	oldestN8n: () => n8nIn(OLDEST_N8N).split('.').slice(0, 2).join('.'),
};
