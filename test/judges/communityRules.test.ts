import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import manifest from '../../package.json';
import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node';
import { bestContrast } from './contrast';
import { COMMUNITY_RULES, type ReviewedNode, type ReviewedPackage } from './communityRules';

const ROOT = resolve(__dirname, '..', '..');
const NODES = join(ROOT, 'nodes', 'AudiencePage');
const textOf = (...path: string[]) => readFileSync(join(...path), 'utf8');

function reviewedNode(name: string, description: INodeTypeDescription): ReviewedNode {
	const icons = description.icon as Record<'light' | 'dark', string>;
	const svgOf = (theme: 'light' | 'dark') => textOf(NODES, icons[theme].replace('file:', ''));
	return {
		description,
		codex: JSON.parse(textOf(NODES, `${name}.node.json`)) as ReviewedNode['codex'],
		icons: { light: svgOf('light'), dark: svgOf('dark') },
	};
}

const ours: ReviewedPackage = {
	manifest,
	nodes: [
		reviewedNode('AudiencePage', new AudiencePage().description),
		reviewedNode('AudiencePageTrigger', new AudiencePageTrigger().description),
	],
	sources: globSync('{nodes,credentials}/**/*.ts', { cwd: ROOT }).map((path) => textOf(ROOT, path)),
};

/** Ours, with a node of which this differs. */
const withNode = (differs: Partial<ReviewedNode>): ReviewedPackage => ({
	...ours,
	nodes: [{ ...ours.nodes[0]!, ...differs }],
});
const withDescription = (differs: Partial<INodeTypeDescription>) =>
	withNode({ description: { ...ours.nodes[0]!.description, ...differs } });
const withParameter = (differs: Partial<INodeProperties>) =>
	withDescription({
		properties: [{ displayName: 'One', name: 'one', type: 'options', default: 'a', ...differs }],
	});

const BLACK = '<svg><path d="M0 0h9"/></svg>';
const [credential] = ours.nodes[0]!.description.credentials!;

/** What each rule is there for. */
const BREACHES: Record<string, ReviewedPackage> = {
	'icon-contrast': withNode({ icons: { light: BLACK, dark: BLACK } }),
	'no-asterisk-in-option-names': withParameter({ options: [{ name: '* All', value: 'all' }] }),
	'no-codex-subcategories': withNode({ codex: { categories: ['Sales'], subcategories: { AI: ['Tools'] } } }),
	'no-duplicate-param-options': withParameter({
		options: [
			{ name: 'A', value: 'a' },
			{ name: 'B', value: 'a' },
		],
	}),
	'no-hardcoded-ids': { ...ours, sources: ["const qs = { partner_id: 'acme' };"] },
	'no-monorepo': { ...ours, manifest: { repository: { directory: 'packages/nodes' } } },
	'node-class-description-non-core-color': withDescription({ defaults: { color: '#FF6D5A' } }),
	'open-ended-node-fields': withParameter({ type: 'json', default: '{}' }),
	'require-param-default': withDescription({
		properties: [{ displayName: 'One', name: 'one', type: 'string' } as INodeProperties],
	}),
	'single-credential-per-node': withDescription({ credentials: [credential!, credential!] }),
	'valid-node-categories': withNode({ codex: { categories: ['Marketing'] } }),
};

test.each(Object.entries(COMMUNITY_RULES))('Both nodes keep to %s, and its breach is found', (name, rule) => {
	expect(rule(ours)).toEqual([]);
	expect(rule(BREACHES[name]!)).toHaveLength(1);
});

test('The contrast of white and black is that of WCAG, from either side', () => {
	expect(bestContrast('<svg fill="#fff"/>', '#000000')).toBeCloseTo(21);
	expect(bestContrast('<svg style="stroke:#000000"/>', '#ffffff')).toBeCloseTo(21);
});
