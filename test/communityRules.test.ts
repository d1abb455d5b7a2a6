/**
 * Rules for community nodes that n8n's repository has and its newest linter in the registry
 * (0.32.0) has not. n8n's look at source files; these look at what n8n loads, so that they also see
 * what the code puts together.
 *
 * Two rules that n8n discusses are left out. `non-required-fields-in-collection` would move fields
 * that saved workflows have, Return All and Limit among them. `hint-max-length` would take the
 * examples from the JSON fields.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AudiencePage } from '../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../nodes/AudiencePage/AudiencePageTrigger.node';
import { nested } from './support/description';

const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];
const hasTwice = (values: unknown[]): boolean => new Set(values).size < values.length;

/** By n8n's names: what of a parameter, or of one that is nested in it, is wrong. */
const RULES: Array<[name: string, isBroken: (parameter: INodeProperties) => boolean]> = [
	[
		'no-asterisk-in-option-names',
		({ options = [] }) => options.some(({ name }) => name.includes('*')),
	],
	[
		'no-duplicate-param-options',
		(parameter) => hasTwice(choicesOf(parameter).map(({ name }) => name)),
	],
	[
		'no-duplicate-param-options',
		(parameter) => hasTwice(choicesOf(parameter).map(({ value }) => value)),
	],
	['require-param-default', (parameter) => !('default' in parameter)],
];

describe.each([new AudiencePage().description, new AudiencePageTrigger().description])(
	'$name',
	(node) => {
		const parameters = node.properties.flatMap((property) => nested(property));

		test.each(RULES)('keeps to %s', (_name, isBroken) => {
			expect(
				parameters.filter(([, parameter]) => isBroken(parameter)).map(([path]) => path),
			).toEqual([]);
		});

		test('keeps to open-ended-node-fields and single-credential-per-node', () => {
			const open = node.properties.filter(
				({ type, required }) => type === 'json' && required !== true,
			);
			expect(open.map(({ name }) => name)).toEqual([]);
			expect(node.credentials).toHaveLength(1);
		});
	},
);
