import type { NodeContext } from '../../../../nodes/AudiencePage/execution/idempotencyKeys';
import { RetryState } from '../../../../nodes/AudiencePage/execution/retryState';
import { RunScope, runScopeOf } from '../../../../nodes/AudiencePage/execution/runScope';
import { contextWith } from './keptContext';

const contextIn = (scope: RunScope): NodeContext =>
	({ ...contextWith({}), getRunScope: () => scope }) as NodeContext;

const counting = () => {
	let made = 0;
	return vi.fn(() => ({ number: ++made }));
};

test('the items of a run share what the first of them has made', () => {
	const make = counting();
	const key = Symbol('list');
	const scope = new RunScope(contextWith({}));
	const [one, other] = [contextIn(scope), contextIn(scope)].map((context) =>
		runScopeOf(context).share(key, make),
	);
	expect(one).toEqual({ number: 1 });
	expect(other).toBe(one);
	expect(make).toHaveBeenCalledTimes(1);
});

test('another run makes its own', () => {
	const make = counting();
	const key = Symbol('list');
	const numbers = [1, 2].map(() => new RunScope(contextWith({})).share(key, make).number);
	expect(numbers).toEqual([1, 2]);
});

test('each thing that is shared is made for itself, also where it is undefined', () => {
	const scope = new RunScope(contextWith({}));
	const [one, other] = [Symbol('one'), Symbol('other')];
	const make = vi.fn(() => undefined);
	expect([scope.share(one, () => 'one'), scope.share(other, make), scope.share(other, make)]).toEqual([
		'one',
		undefined,
		undefined,
	]);
	expect(make).toHaveBeenCalledTimes(1);
});

test("where n8n's declarative engine runs an item, it has a run of its own", () => {
	const context = contextWith({});
	expect(runScopeOf(context)).toBeInstanceOf(RunScope);
	expect(runScopeOf(context)).not.toBe(runScopeOf(context));
});

test('what an earlier attempt has written is known to a run that writes', () => {
	const kept = {};
	const first = new RetryState(contextWith({ kept, executionId: 'e1' }), 1);
	first.record(0, { url: '/' }, { records: [{ n: 0 }] }, 'a');
	first.save(true);
	const context = contextWith({ kept, executionId: 'e1' });
	const second = new RunScope(context, new RetryState(context, 1));
	expect(second.previousAttempt('a')).toEqual({ written: [{ n: 0 }], unknown: [] });
	expect(new RunScope(context).previousAttempt('a')).toEqual({ written: [], unknown: [] });
});
