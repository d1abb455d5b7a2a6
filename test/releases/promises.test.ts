import type { INodeProperties, INodeType } from 'n8n-workflow';

import { brokenNames, brokenOutputs, packageNow } from './promises';
import { openPackage, releasedTarball, releasedVersions, type UnpackedPackage } from './released';

const now = packageNow();

describe.each(releasedVersions())('What %s promised', (version) => {
	let released: UnpackedPackage;
	beforeAll(async () => {
		released = openPackage(releasedTarball(version));
	});
	afterAll(() => released.remove());

	test('names, values and defaults in saved workflows: all are there', () => {
		expect(brokenNames(released, now)).toEqual([]);
	});

	test('fields of outputs: all are there, of the same type', () => {
		expect(Object.keys(released.outputs)).not.toEqual([]);
		expect(brokenOutputs(released, now)).toEqual([]);
	});
});

/** The node with other properties. */
const nodeWith = (change: (properties: INodeProperties[]) => INodeProperties[]): INodeType => {
	const { description } = now.node;
	return { description: { ...description, properties: change(description.properties) } };
};

test('a name that is lost, and a default that has changed, are named', () => {
	const without = nodeWith((properties) => properties.filter(({ name }) => name !== 'source'));
	expect(brokenNames(now, { ...now, node: without })).toEqual([
		'operations.accountLog.create.source is gone, and was string = ""',
	]);
	const other = nodeWith((properties) =>
		properties.map((one) => (one.name === 'source' ? { ...one, default: 'n8n' } : one)),
	);
	expect(brokenNames(now, { ...now, node: other })).toEqual([
		'operations.accountLog.create.source is string = "n8n", and was string = ""',
	]);
});

const OUTPUT = {
	type: 'object',
	required: ['id'],
	properties: { id: { type: 'string' }, tags: { type: 'array', items: withField('name') } },
};

function withField(name: string) {
	return { type: 'object', properties: { [name]: { type: 'string' } } };
}

test.each([
	['is lost', { properties: { tags: OUTPUT.properties.tags } }, 'id is gone, and was string, always'],
	[
		'is lost in a list',
		{ properties: { ...OUTPUT.properties, tags: { type: 'array', items: withField('text') } } },
		'tags[].name is gone, and was string',
	],
	[
		'has another type',
		{ properties: { ...OUTPUT.properties, id: { type: 'number' } } },
		'id is number, always, and was string, always',
	],
	['may be missing', { required: [] }, 'id is string, and was string, always'],
])('a field of an output that %s is named', (_what, change, words) => {
	const outputs = { 'tag.get': { ...OUTPUT, ...change } };
	expect(brokenOutputs({ ...now, outputs: { 'tag.get': OUTPUT } }, { ...now, outputs })).toEqual([
		`tag.get.${words}`,
	]);
});

test('a field that is new breaks nothing', () => {
	const outputs = { 'tag.get': { ...OUTPUT, properties: { ...OUTPUT.properties, at: { type: 'string' } } } };
	expect(brokenOutputs({ ...now, outputs: { 'tag.get': OUTPUT } }, { ...now, outputs })).toEqual([]);
});
