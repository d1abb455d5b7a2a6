import { executionWith } from './keptContext';

function identities(...jsons: object[]): string[] {
	const ofRun = executionWith({ items: jsons });
	// In any order.
	return jsons.map((_, n) => ofRun.identityOf(jsons.length - 1 - n)).reverse();
}

test('Items with other JSON have other identities, and so have equal ones of a run', () => {
	const ofRun = identities({ a: 1 }, { a: 2 }, { a: 1 }, {}, { a: '1' });
	expect(new Set(ofRun).size).toBe(ofRun.length);
});

test('An item keeps its identity wherever it stands, whatever the order of its keys', () => {
	const before = identities({ a: 1, b: 2 }, { c: 3 }, { c: 3 });
	const after = identities({ c: 3 }, { d: 4 }, { c: 3 }, { b: 2, a: 1 });
	expect([after[3], after[0], after[2]]).toEqual(before);
});
