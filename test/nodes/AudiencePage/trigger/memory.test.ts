import { markOf, Memory } from '../../../../nodes/AudiencePage/trigger/memory';

const MANY = 1000;

describe.each([
	['with marks', true],
	['without marks', false],
])('A memory %s', (_what, hasMarks) => {
	const markFor = (name: string) => (hasMarks ? markOf(name) : '');

	function filled(count: number): Memory {
		const memory = new Memory(hasMarks);
		for (let n = 0; n < count; n++) memory.remember(`person_${n}`, markFor(`name ${n}`));
		return memory;
	}

	const again = (memory: Memory) => new Memory(hasMarks, memory.toString());

	test('begins with nothing, and is written as nothing', () => {
		expect(new Memory(hasMarks).markOf('person_0')).toBeUndefined();
		expect(new Memory(hasMarks).toString()).toBe('');
		expect(again(new Memory(hasMarks)).markOf('person_0')).toBeUndefined();
	});

	test('knows all that it was told, and nothing else, when it is read again', () => {
		const memory = again(filled(MANY));
		for (let n = 0; n < MANY; n++) {
			if (memory.markOf(`person_${n}`) !== markFor(`name ${n}`)) throw new Error(`It forgot person_${n}`);
		}
		const strangers = Array.from({ length: 1000 }, (_, n) => memory.markOf(`stranger_${n}`));
		expect(strangers).toEqual(Array(1000).fill(undefined));
	});

	test('is written in characters that JSON leaves as they are', () => {
		const text = filled(1000).toString();
		expect(text).toMatch(/^[A-Za-z0-9+/]+$/);
		expect(again(filled(1000)).toString()).toBe(text);
	});

	test('goes on with what is told later', () => {
		const memory = again(filled(3));
		memory.remember('person_3', markFor('name 3'));
		expect([0, 1, 2, 3, 4].map((n) => again(memory).markOf(`person_${n}`))).toEqual([
			...[0, 1, 2, 3].map((n) => markFor(`name ${n}`)),
			undefined,
		]);
	});

	test('takes what it is told twice once', () => {
		const memory = filled(2);
		const { length } = memory.toString();
		memory.remember('person_1', markFor('name 1'));
		expect(memory.toString()).toHaveLength(length);
	});

	test('needs as little for long IDs, and tells those apart that differ at their end', () => {
		const memory = new Memory(hasMarks);
		const long = 'x'.repeat(10_000);
		memory.remember(`${long}1`, markFor('a'));
		expect(memory.toString().length).toBeLessThan(20);
		expect(memory.markOf(`${long}1`)).toBe(markFor('a'));
		expect(memory.markOf(`${long}2`)).toBeUndefined();
	});
});

describe('A mark', () => {
	test('is the same for the same text, another for another', () => {
		const marks = Array.from({ length: 1000 }, (_, n) => markOf(`text ${n}`));
		expect(new Set(marks).size).toBe(1000);
		expect(marks).toEqual(marks.map((_, n) => markOf(`text ${n}`)));
		expect(new Set(marks.map(({ length }) => length))).toEqual(new Set([5]));
	});

	test('that has changed takes the place of the earlier one', () => {
		const memory = new Memory(true);
		memory.remember('person_1', markOf('one'));
		memory.remember('person_2', markOf('one'));
		memory.remember('person_1', markOf('another'));
		const read = new Memory(true, memory.toString());
		expect([1, 2].map((n) => read.markOf(`person_${n}`))).toEqual([markOf('another'), markOf('one')]);
	});

	test('does not count where changes do not', () => {
		const memory = new Memory(false);
		memory.remember('person_1', markOf('one'));
		expect(memory.markOf('person_1')).toBe('');
		expect(memory.toString()).toHaveLength(9);
	});
});
