import type { INode } from 'n8n-workflow';

import type { Context } from '../../../../nodes/AudiencePage/execution/idempotencyKeys';
import { runScoped } from '../../../../nodes/AudiencePage/execution/runScoped';

/** The context of an item; those of one run share the node's object. */
const contextOf = (node: object): Context => ({ getNode: () => node as INode }) as unknown as Context;

const counting = () => {
	let made = 0;
	return vi.fn(() => ({ number: ++made }));
};

test('the items of a run share what the first of them has made', () => {
	const make = counting();
	const shared = runScoped(make);
	const node = {};
	const [one, other] = [contextOf(node), contextOf(node)];

	expect(shared(one)).toEqual({ number: 1 });
	expect(shared(other)).toBe(shared(one));
	expect(make.mock.calls).toEqual([[one]]);
});

test('another run makes its own, of the same node too', () => {
	const shared = runScoped(counting());
	const node = { id: 'node-1' };
	expect(shared(contextOf({ ...node }))).toEqual({ number: 1 });
	expect(shared(contextOf({ ...node }))).toEqual({ number: 2 });
});

test('each thing that is shared is made for itself', () => {
	const node = {};
	const [one, other] = [runScoped(() => 'one'), runScoped(() => 'other')];
	expect([one(contextOf(node)), other(contextOf(node))]).toEqual(['one', 'other']);
});
