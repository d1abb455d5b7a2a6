/** As many records as a trigger is made for. */
import { markOf, Memory } from '../../../../nodes/AudiencePage/trigger/memory';

const MANY = 100_000;

test.each([
	['0.9 MB', false, 900_000],
	['1.4 MB with marks', true, 1_400_000],
])('100,000 records take %s', (_what, hasMarks, characters) => {
	const memory = new Memory(hasMarks);
	for (let n = 0; n < MANY; n++) memory.remember(`person_${n}`, hasMarks ? markOf(`${n}`) : '');
	expect(JSON.stringify(memory.toString())).toHaveLength(characters + 2);
	expect(characters).toBeLessThan(1_500_000);
});

test.each([true, false])(
	'100,000 records are all known when they are read again, with marks: %j',
	(hasMarks) => {
		const markFor = (n: number) => (hasMarks ? markOf(`name ${n}`) : '');
		const memory = new Memory(hasMarks);
		for (let n = 0; n < MANY; n++) memory.remember(`person_${n}`, markFor(n));
		const again = new Memory(hasMarks, memory.toString());
		const forgotten = Array.from({ length: MANY }, (_, n) => n).filter(
			(n) => again.markOf(`person_${n}`) !== markFor(n),
		);
		expect(forgotten).toEqual([]);
	},
);
