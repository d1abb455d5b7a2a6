/**
 * Rules for community nodes that n8n's repository has and its newest linter in the registry (0.32.0) has not. n8n's
 * look at source files; these look at what n8n loads, so that they also see what the code puts together.
 *
 * Two rules that n8n discusses are left out. `non-required-fields-in-collection` would move fields that saved workflows
 * have, Return All and Limit among them, which n8n's own nodes have in the same place. `hint-max-length` would take
 * the examples from the JSON fields, where users copy them. The other new ones concern names, which
 * `eslint-plugin-n8n-nodes-base` looks at, and `execute`, of which tests show what it does.
 */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { nested } from '../support/description';
import { bestContrast } from './contrast';

export interface ReviewedNode {
	description: INodeTypeDescription;
	/** The `.node.json` beside it. */
	codex: { categories?: string[]; subcategories?: object };
	/** Its icons' SVG, on n8n's light and on its dark background. */
	icons: Record<'light' | 'dark', string>;
}

export interface ReviewedPackage {
	manifest: { repository: object };
	nodes: ReviewedNode[];
	/** All code of nodes and credentials. */
	sources: string[];
}

/** What is wrong, each as a text; nothing if the rule is kept. */
type Rule = (reviewed: ReviewedPackage) => string[];

/** Those of n8n's documentation on codex files. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];
const BACKGROUNDS = { light: '#ffffff', dark: '#2b2b2b' };
const LEAST_CONTRAST = 1.5;
/** Of n8n's own nodes. */
const CORE_COLOR = /^#ff6d5a$/i;
const HARDCODED_ID =
	/\b(?:partner|affiliate|reseller|account|tenant|customer|client)_?id['"]?\s*[:=]\s*['"`][^'"`]/gi;

const ofEachNode =
	(rule: (node: ReviewedNode) => string[]): Rule =>
	({ nodes }) =>
		nodes.flatMap((node) => rule(node).map((found) => `${node.description.name}: ${found}`));

/** What is wrong with a parameter, or with one that is nested in it. */
const ofEachParameter = (isWrong: (parameter: INodeProperties) => boolean): Rule =>
	ofEachNode(({ description }) =>
		description.properties
			.flatMap((property) => nested(property))
			.filter(([, parameter]) => isWrong(parameter))
			.map(([path]) => path),
	);

const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];

const hasTwice = (values: unknown[]): boolean => new Set(values).size < values.length;

/** By n8n's names. */
export const COMMUNITY_RULES: Record<string, Rule> = {
	'icon-contrast': ofEachNode(({ icons }) =>
		(['light', 'dark'] as const).filter(
			(theme) => bestContrast(icons[theme], BACKGROUNDS[theme]) < LEAST_CONTRAST,
		),
	),
	'no-asterisk-in-option-names': ofEachParameter(({ options = [] }) =>
		options.some(({ name }) => name.includes('*')),
	),
	// A node for AI would need `@n8n/ai-node-sdk`.
	'no-codex-subcategories': ofEachNode(({ codex }) => Object.keys(codex.subcategories ?? {})),
	'no-duplicate-param-options': ofEachParameter((parameter) => {
		const choices = choicesOf(parameter);
		return hasTwice(choices.map(({ name }) => name)) || hasTwice(choices.map(({ value }) => value));
	}),
	'no-hardcoded-ids': ({ sources }) => sources.flatMap((source) => source.match(HARDCODED_ID) ?? []),
	'no-monorepo': ({ manifest: { repository } }) =>
		'directory' in repository ? ['repository.directory'] : [],
	'node-class-description-non-core-color': ofEachNode(({ description: { defaults } }) =>
		[String(defaults.color)].filter((color) => CORE_COLOR.test(color)),
	),
	'open-ended-node-fields': ofEachNode(({ description }) =>
		description.properties
			.filter(({ type, required }) => type === 'json' && required !== true)
			.map(({ name }) => name),
	),
	'require-param-default': ofEachParameter((parameter) => !('default' in parameter)),
	'single-credential-per-node': ofEachNode(({ description: { credentials = [] } }) =>
		credentials.slice(1).map(({ name }) => name),
	),
	'valid-node-categories': ofEachNode(({ codex: { categories = [] } }) =>
		categories.length === 0 ? ['none'] : categories.filter((category) => !CATEGORIES.includes(category)),
	),
};
