/**
 * Expressions and the JSON of items, and what an n8n makes of them: as users type them, and as
 * nobody should.
 */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import type * as N8nWorkflow from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes } from 'n8n-workflow';
import { compilePlainExpression } from '../../../../nodes/AudiencePage/execution/plainExpression';

interface Pair {
	expression: string;
	json: unknown;
}

const ORDINARY_NAMES = 'Deal ID|id|name|a|b|a-b|größe|default|0|1|$|_id'.split('|');
const HOSTILE_NAMES = [
	...'__proto__|constructor|length|toString|toJSON|isProxy|globalThis|arguments|mainModule|then|first'.split(
		'|',
	),
	...'__isObject|__n8nType|__sanitize|___n8n_data|.|01|-1|1e3|a.b|a]b|f(x)|{{|}}|\\|e\u0301|it\'s|say "x"'.split(
		'|',
	),
	...['', '\n', '\u2028', '\ud800'],
];
const name = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(...ORDINARY_NAMES) },
	{ weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NAMES) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);

/** With what other nodes leave in an item beside JSON. */
const scalar = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 8 }),
	fc.double(),
	fc.constantFrom<unknown>(
		...['', '0', '=x', '{{ $json }}', 'a\u0000b', 0, 1e21, 5e-324, true, false, null],
		...[undefined, NaN, -0, 10n],
		...[
			Symbol('x'),
			() => 1,
			new String('x'),
			new Date(0),
			DateTime.fromMillis(0),
			/x/,
			new Map([['a', 1]]),
		],
		...[new Error('x'), Buffer.from('x'), Object.create(null), Object.create({ id: 1 }), [, 1]],
	),
);
/** With own members only, `__proto__` too. */
const objectOf = (member: fc.Arbitrary<unknown>) =>
	fc
		.array(fc.tuple(name, member), { maxLength: 4 })
		.map((all) => Object.fromEntries(all) as object);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, depthSize: 'small' },
		{ weight: 6, arbitrary: scalar },
		{ weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
		{ weight: 4, arbitrary: objectOf(tie('value')) },
	),
}));

const steps: Array<(of: string) => string> = [
	(of) => (/^\d+$/.test(of) ? `[${of}]` : `.${of}`),
	(of) => `["${of}"]`,
	(of) => `['${of}']`,
	(of) => `[${JSON.stringify(of)}]`,
	(of) => `?.${of}`,
];
/** A path into the JSON that leads somewhere as a rule. */
const choices = fc.array(
	fc.tuple(fc.constantFrom(...steps, ...steps.slice(0, 3)), fc.nat(5), name, fc.nat(9)),
	{ maxLength: 4 },
);
function pathFrom(
	json: unknown,
	chosen: typeof choices extends fc.Arbitrary<infer Chosen> ? Chosen : never,
) {
	let at = json;
	let path = '';
	for (const [write, choice, other, chance] of chosen) {
		const names = typeof at === 'object' && at !== null ? Object.keys(at) : [];
		if (names.length === 0 && chance > 0) break;
		const next = names.length > 0 && chance > 0 ? names[choice % names.length]! : other;
		path += write(next);
		at = names.includes(next) ? (at as Record<string, unknown>)[next] : undefined;
	}
	return path;
}

const TEXTS =
	'| |deal-|\n|"|`|${x}|{|}|}}|\\|\\n|=|$json|.isEmpty()|.constructor|// |{ "id": "|" }|\u2028|\ud800|\0';
const text = fc.oneof(
	fc.constantFrom(...TEXTS.split('|')),
	fc.string({ unit: 'binary', maxLength: 5 }),
);
const space = fc.constantFrom(' ', ' ', '', '\n', '\u00a0', ' /**/ ');
const USUAL_ROOTS = Array.from({ length: 20 }, () => '$json');
const root = fc.constantFrom(
	...USUAL_ROOTS,
	'$input.item.json',
	'($json)',
	'$json ',
	'$data',
	'this.$json',
);

/** Pairs that are plain in many cases, and almost plain in the others. */
const pairs: fc.Arbitrary<Pair> = objectOf(value).chain((json) => {
	const path = choices.map((chosen) => pathFrom(json, chosen));
	const placeholder = fc.tuple(space, root, path, space).map((parts) => `{{${parts.join('')}}}`);
	const mixed = fc
		.tuple(text, fc.array(fc.tuple(placeholder, text), { maxLength: 3 }))
		.map((parts) => parts.flat(2).join(''));
	return fc.oneof(placeholder, mixed).map((written) => ({ expression: `=${written}`, json }));
});

/** Evaluates an expression for an item, as an n8n does for a node's parameter. */
type Evaluate = (pair: Pair) => unknown;

/** The evaluator of an n8n: of its package `n8n-workflow`. */
export function evaluatorOf({ Workflow }: typeof N8nWorkflow) {
	const ids = { id: '1', name: 'Node', type: 'node', typeVersion: 1 };
	const node: INode = { ...ids, position: [0, 0], parameters: {} };
	const type = { description: { properties: [] } };
	const nodeTypes = { getByNameAndVersion: () => type } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const evaluate: Evaluate = ({ expression, json }) => {
		const items = [{ json: json as IDataObject }];
		return workflow.expression.getParameterValue(
			expression,
			null,
			0,
			0,
			node.name,
			items,
			'manual',
			{},
		);
	};
	return { workflow, evaluate };
}

/** All objects in a value. */
const objectsIn = (given: unknown): object[] =>
	typeof given === 'object' && given !== null
		? [given, ...Object.values(given).flatMap(objectsIn)]
		: [];

/**
 * How many pairs were plain. Fails unless these give what the evaluator gives, and nothing of the
 * item itself.
 */
export function comparePairs(evaluate: Evaluate): number {
	let plainCount = 0;
	const holds = fc.property(pairs, (pair) => {
		const plain = compilePlainExpression(pair.expression)?.(pair.json);
		if (plain === undefined) return;
		plainCount++;
		expect(plain).toStrictEqual(evaluate(pair));
		const ofItem = new Set(objectsIn(pair.json));
		expect(objectsIn(plain).filter((object) => ofItem.has(object))).toEqual([]);
	});
	fc.assert(holds, { numRuns: 10_000, seed: 1 });
	return plainCount;
}
