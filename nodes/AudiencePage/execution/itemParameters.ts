import { DateTime } from 'luxon';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { isConstant } from '../shared/values';
import { compilePlainExpression } from './plainExpression';

type ValueOf = (item: number) => unknown;

/**
 * Whether an expression may read the parameters beside it, with which n8n evaluates it. A name can
 * have escapes.
 */
const readsParameters = (value: unknown): boolean => /param|\\\\[ux]/i.test(JSON.stringify(value));

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
		if (typeof value !== 'string') return this.compileCollection(path, value as object) ?? byN8n;
		const plainExpression = compilePlainExpression(value);
		return (item) => {
			const plain = plainExpression?.(this.items[item]?.json);
			return plain === undefined ? byN8n(item) : plain;
		};
	}

	/** Its members one by one, so that n8n evaluates only those that are not plain. */
	private compileCollection(path: string, collection: object): ValueOf | undefined {
		const isPath = Object.keys(collection).every((name) => /^\w+$/.test(name));
		if (Array.isArray(collection) || !isPath || readsParameters(collection)) return undefined;
		const members = Object.entries(collection).map(
			([name, member]) => [name, this.compile(`${path}.${name}`, member)] as const,
		);
		return (item) =>
			Object.fromEntries(members.map(([name, valueOf]) => [name, withoutDateTime(valueOf(item))]));
	}
}
