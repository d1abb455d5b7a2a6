import { identitiesOf } from '../../../../nodes/AudiencePage/execution/identity';

const identities = async (...jsons: object[]) =>
	await identitiesOf(jsons.map((json) => ({ json: { ...json } })));

test('Items with other JSON have other identities, and so have equal ones of a run', async () => {
	const ofRun = await identities({ a: 1 }, { a: 2 }, { a: 1 }, {}, { a: '1' });
	expect(new Set(ofRun).size).toBe(ofRun.length);
});

test('An item keeps its identity wherever it stands, whatever the order of its keys', async () => {
	const before = await identities({ a: 1, b: 2 }, { c: 3 }, { c: 3 });
	const after = await identities({ c: 3 }, { d: 4 }, { c: 3 }, { b: 2, a: 1 });
	expect([after[3], after[0], after[2]]).toEqual(before);
});
