/** What a person copies to install this version of the package. */
import { name, version } from '../../../package.json';
import { OLDEST_N8N, pinnedVersion } from '../../n8n/harness/install';
import type { Parts } from '../markers';

/** The first n8n that takes the list of its packages from its environment, as n8n's documentation says. */
const ENVIRONMENT_N8N = '2.21';

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
			`FROM n8nio/n8n:${pinnedVersion()}`,
			'RUN mkdir -p /home/node/.n8n/nodes \\',
			`  && npm install --prefix /home/node/.n8n/nodes ${name}@${version}`,
		),
	oldestN8n: () => pinnedVersion(OLDEST_N8N).split('.').slice(0, 2).join('.'),
};
