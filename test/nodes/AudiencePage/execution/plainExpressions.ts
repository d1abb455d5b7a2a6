/** Expressions and the JSON of items, and what an n8n makes of them: as users type them, and as nobody should. */
import fc from 'fast-check';
import { DateTime, Duration } from 'luxon';
import type * as N8nWorkflow from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes } from 'n8n-workflow';
import { compilePlainExpression } from '../../../../nodes/AudiencePage/execution/plainExpression';

export interface Pair {
	expression: string;
	json: unknown;
}

const ORDINARY_NAMES = 'Deal ID|id|name|a|b|a-b|größe|名前|default|0|1|$|_id'.split('|');
const HOSTILE_NAMES =
	'__proto__|constructor|prototype|length|toString|valueOf|hasOwnProperty|toJSON|isProxy|globalThis|arguments|caller|mainModule|_load|then|json|map|first|isEmpty|extend|__isObject|__isArray|__isError|__keys|__n8nType|__n8nEscaped|__sanitize|___n8n_data|.|01|-1|1e3|a.b|a]b|f(x)|.first()|{{|}}|\\|😀|e\u0301|ﬀ|ª|𝒳|| |it\'s|say "x"|\n|\u2028|\ud800'.split(
		'|',
	);
/** The one so many times as often as the other. */
function usually<T>(weight: number, arbitrary: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
	return fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: other });
}

const name = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(...ORDINARY_NAMES) },
	{ weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NAMES) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);

class Company {
	constructor(readonly domain: string) {}
}

/** What other nodes leave in an item beside JSON. */
const beyondJson = fc.constantFrom<unknown>(
	...[undefined, NaN, Infinity, -0, 10n, Symbol('x'), () => 1, new Company('acme.com'), new String('x')],
	...[new Date(0), DateTime.fromMillis(0), DateTime.invalid('none'), Duration.fromMillis(1), /x/],
	...[new Map([['a', 1]]), new Set([1]), new Error('x'), new Uint8Array(2), Buffer.from('x')],
	...[Object.create(null), Object.create({ id: 1 }), [, 1], Object.assign([1], { id: 2 })],
);
const scalar = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 8 }),
	fc.constantFrom('', ' ', '0', '=x', '{{ $json }}', '\ud800', 'a\u0000b', '2026-11-22T00:00:00Z'),
	fc.double(),
	fc.integer(),
	fc.constantFrom(0, 1e21, 5e-324, 2 ** 53),
	fc.boolean(),
	fc.constant(null),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, depthSize: 'small' },
		{ weight: 6, arbitrary: scalar },
		{ weight: 1, arbitrary: beyondJson },
		{ weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
		{ weight: 4, arbitrary: objectOf(tie('value')) },
	),
}));

/** With own members only, `__proto__` too. */
function objectOf(member: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
	const members = fc.array(fc.tuple(name, member), { maxLength: 4 });
	return members.map((those) => Object.fromEntries(those) as object);
}

const steps: Array<(of: string) => string> = [
	(of) => (/^\d+$/.test(of) ? `[${of}]` : `.${of}`),
	(of) => `["${of}"]`,
	(of) => `['${of}']`,
	(of) => `[${JSON.stringify(of)}]`,
	(of) => `[${of}]`,
	(of) => `?.${of}`,
];
const step = usually(8, fc.constantFrom(...steps.slice(0, 3)), fc.constantFrom(...steps));

/** A path into the JSON that leads somewhere as a rule. */
const pathInto = (json: unknown): fc.Arbitrary<string> =>
	fc.array(fc.tuple(step, fc.nat(5), name, fc.nat(9)), { maxLength: 4 }).map((choices) => {
		let at = json;
		let path = '';
		for (const [write, choice, other, chance] of choices) {
			const names = typeof at === 'object' && at !== null ? Object.keys(at) : [];
			if (names.length === 0 && chance > 0) break;
			const next = names.length > 0 && chance > 0 ? names[choice % names.length]! : other;
			path += write(next);
			at = names.includes(next) ? (at as Record<string, unknown>)[next] : undefined;
		}
		return path;
	});

const TEXTS =
	' |deal-|\n|"|\'|`|${x}|{|}|}}|\\|\\\\|\\n|=|$json|.isEmpty()|.constructor|// |/* |{ "id": "|" }|\u2028|😀|\ud800|&amp;|\ufeff|\0';
const text = fc.oneof(
	fc.constantFrom('', '', '', ...TEXTS.split('|')),
	fc.string({ unit: 'binary', maxLength: 5 }),
);
const space = fc.constantFrom(' ', ' ', '', '\n', '\t', '\u00a0', ' /**/ ');
const OTHER_ROOTS = '$input.item.json|($json)|$json |$Json|$data|this.$json|$$json'.split('|');
const root = usually(20, fc.constant('$json'), fc.constantFrom(...OTHER_ROOTS));

/** Pairs that are plain in many cases, and almost plain in the others. */
export const pairs: fc.Arbitrary<Pair> = objectOf(value).chain((json) => {
	const placeholder = fc.tuple(space, root, pathInto(json), space).map((parts) => `{{${parts.join('')}}}`);
	const lone = placeholder.map((only) => `=${only}`);
	const mixed = fc
		.tuple(text, fc.array(fc.tuple(placeholder, text), { maxLength: 3 }))
		.map((parts) => `=${parts.flat(2).join('')}`);
	return fc.oneof(lone, mixed).map((expression) => ({ expression, json }));
});

/** Evaluates an expression for an item, as an n8n does for a node's parameter. */
export type Evaluate = (pair: Pair) => unknown;

/** The evaluator of an n8n: of its package `n8n-workflow`. */
export function evaluatorOf({ Workflow }: typeof N8nWorkflow) {
	const ids = { id: '1', name: 'Node', type: 'node', typeVersion: 1 };
	const node: INode = { ...ids, position: [0, 0], parameters: {} };
	const type = { description: { properties: [] } };
	const nodeTypes = { getByNameAndVersion: () => type } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const evaluate: Evaluate = ({ expression, json }) => {
		const items = [{ json: json as IDataObject }];
		return workflow.expression.getParameterValue(expression, null, 0, 0, node.name, items, 'manual', {});
	};
	return { workflow, evaluate };
}

/** All objects in a value. */
const objectsIn = (value: unknown): object[] =>
	typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];

/**
 * Fails, with the smallest pair that fails, unless a plain expression gives what the evaluator gives, and nothing
 * of the item itself.
 *
 * @returns how many of the pairs were plain
 */
export function comparePairs(evaluate: Evaluate): number {
	let plainCount = 0;
	fc.assert(
		fc.property(pairs, (pair) => {
			const plain = compilePlainExpression(pair.expression)?.(pair.json);
			if (plain === undefined) return;
			plainCount++;
			expect(plain).toStrictEqual(evaluate(pair));
			const ofItem = new Set(objectsIn(pair.json));
			expect(objectsIn(plain).filter((object) => ofItem.has(object))).toEqual([]);
		}),
		{ numRuns: 10_000 },
	);
	return plainCount;
}
