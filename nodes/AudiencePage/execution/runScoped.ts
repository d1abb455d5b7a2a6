import type { INode } from 'n8n-workflow';

import type { Context } from './idempotencyKeys';

/**
 * What the items of one run share, such as a list that is read once for all of them. It is made when
 * the first item asks for it, and gone with the run.
 */
export function runScoped<T>(make: (context: Context) => T): (context: Context) => T {
	const shared = new WeakMap<INode, T>();
	return (context) => {
		const node = context.getNode();
		const known = shared.get(node) ?? make(context);
		shared.set(node, known);
		return known;
	};
}
