import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { isConstant, isJsonObject } from '../shared/values';

type ValueOf = (item: number) => unknown;

/** A step in a path, such as `.name`, `["Deal ID"]` or `['Deal ID']`. */
const STEP = String.raw`\.[A-Za-z_]\w*|\[(?:"[^"\\{}]+"|'[^'\\{}]+')\]`;
/** `{{ $json.name }}`, `{{ $json["Deal ID"].domain }}` or `{{ $json }}`. */
const PLACEHOLDER = new RegExp(String.raw`\{\{\s*\$json((?:${STEP})*)\s*\}\}`, 'g');

const namesIn = (path: string): string[] =>
	[...path.matchAll(new RegExp(STEP, 'g'))].map(([step]) =>
		step.startsWith('.') ? step.slice(1) : step.slice(2, -2),
	);

function valueAt(json: IDataObject, path: string[]): unknown {
	let value: unknown = json;
	for (const name of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = (value as IDataObject)[name];
	}
	return value;
}

const isScalar = (value: unknown): boolean =>
	typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** What JSON holds, but null: n8n gives the same for a path to it. */
const isPlain = (value: unknown): boolean =>
	isScalar(value) || isJsonObject(value) || Array.isArray(value);

/**
 * Compiles an expression that only says where in the item's JSON a value is, or with text around
 * it, several texts, numbers or booleans: n8n takes about as long for it as a whole request takes.
 * @returns what gives its value for the JSON of an item. Undefined, in place of it or of the value:
 * n8n has to evaluate it
 */
export function compilePlain(expression: string): ((json: IDataObject) => unknown) | undefined {
	const text = expression.slice(1);
	const around = text.replace(PLACEHOLDER, '');
	if (around === text || /[{}\\]/.test(around)) return undefined;
	const paths = [...text.matchAll(PLACEHOLDER)].map(([, path = '']) => namesIn(path));
	const isOneValue = around === '' && paths.length === 1;
	return (json) => {
		const values = paths.map((path) => valueAt(json, path));
		const [value] = values;
		if (isOneValue) return isPlain(value) ? value : undefined;
		if (!values.every(isScalar)) return undefined;
		return text.replace(PLACEHOLDER, () => String(values.shift()));
	};
}

/** A collection of n8n's form, whose members are parameters with names of their own. */
const isCollection = (value: unknown): value is INodeParameters =>
	typeof value === 'object' &&
	!Array.isArray(value) &&
	Object.keys(Object(value) as object).every((name) => /^\w+$/.test(name));

/** n8n makes text of the dates in a collection. */
const withoutDateTime = (value: unknown): unknown =>
	DateTime.isDateTime(value) ? value.toString() : value;

/**
 * The node's parameters as n8n's `getNodeParameter` gives them, errors included; n8n evaluates what
 * is not plain.
 */
export class ItemParameters {
	private readonly valuesOf = new Map<string, ValueOf>();

	/**
	 * @param hasInput whether `$json` is the JSON of the item: of a tool, it depends on the agent
	 * that calls it
	 */
	constructor(
		private readonly parameters: INodeParameters,
		private readonly items: INodeExecutionData[],
		private readonly evaluate: (path: string, item: number) => unknown,
		private readonly hasInput: boolean,
	) {}

	valueOf(name: string, item: number): unknown {
		if (this.parameters[name] === undefined) return undefined;
		const valueOf = this.valuesOf.get(name) ?? this.compile(name, this.parameters[name]);
		this.valuesOf.set(name, valueOf);
		return valueOf(item);
	}

	private compile(path: string, value: unknown): ValueOf {
		if (isConstant(value)) return () => value;
		const byN8n: ValueOf = (item) => this.evaluate(path, item);
		if (!this.hasInput) return byN8n;
		if (isCollection(value)) return this.compileCollection(path, value);
		if (typeof value !== 'string') return byN8n;
		const plain = compilePlain(value);
		return (item) => plain?.(this.jsonOf(item)) ?? byN8n(item);
	}

	/** Its members one by one, so that n8n evaluates only those that are not plain. */
	private compileCollection(path: string, collection: INodeParameters): ValueOf {
		const members = Object.entries(collection).map(
			([name, member]) => [name, this.compile(`${path}.${name}`, member)] as const,
		);
		return (item) =>
			Object.fromEntries(members.map(([name, valueOf]) => [name, withoutDateTime(valueOf(item))]));
	}

	private jsonOf(item: number): IDataObject {
		return this.items[item]?.json ?? {};
	}
}
