import { resultOf, type Reason, type StrykerReport } from './survivors';

const SOURCE = `const one = 1;
	if (a < b) {
		call();
	}
`;

type Mutant = StrykerReport['files'][string]['mutants'][number];

const mutant = (
	status: string,
	replacement: string,
	...places: [number, number, number, number]
): Mutant => ({
	status,
	replacement,
	location: {
		start: { line: places[0], column: places[1] },
		end: { line: places[2], column: places[3] },
	},
});

const KILLED = mutant('Killed', '2', 1, 13, 1, 14);
const SURVIVED = mutant('Survived', 'a <= b', 2, 6, 2, 11);
const LONG = mutant('NoCoverage', '{}', 2, 13, 4, 3);

const reportOf = (...mutants: Mutant[]): StrykerReport => ({
	files: { 'a.ts': { source: SOURCE, mutants } },
});

const REASON: Reason = {
	file: 'a.ts',
	source: 'if (a < b) {',
	mutation: 'a < b → a <= b',
	why: 'They are never equal.',
};

test('what was killed, or never ended, counts against what survived', () => {
	const ended = mutant('Timeout', '3', 1, 13, 1, 14);
	const { result } = resultOf(reportOf(KILLED, ended, SURVIVED), [REASON]);
	expect(result).toMatchObject({ score: 66.67, mutants: 3, killed: 2 });
});

test.each(['Ignored', 'CompileError', 'RuntimeError', 'Pending'])('what is %s does not count', (status) => {
	const { result } = resultOf(reportOf(KILLED, mutant(status, '3', 1, 13, 1, 14)), []);
	expect(result).toMatchObject({ score: 100, mutants: 1, survivors: [] });
});

test('a survivor has its line, what was changed, and the reason', () => {
	const { result, unexplained, needless } = resultOf(reportOf(SURVIVED), [REASON]);
	expect(result.survivors).toEqual([{ file: 'a.ts', line: 2, mutation: REASON.mutation, why: REASON.why }]);
	expect([unexplained, needless]).toEqual([[], []]);
});

test('survivors stand in the order of files and lines', () => {
	const [late, early] = [mutant('Survived', '3', 2, 6, 2, 7), mutant('Survived', '2', 1, 13, 1, 14)];
	const file = { source: SOURCE, mutants: [late, early] };
	const { result } = resultOf({ files: { 'b.ts': file, 'a.ts': file } }, []);
	expect(result.survivors.map((survivor) => [survivor.file, survivor.line])).toEqual([
		['a.ts', 1],
		['a.ts', 2],
		['b.ts', 1],
		['b.ts', 2],
	]);
});

test('a change of several lines is told in one', () => {
	const { unexplained } = resultOf(reportOf(LONG), []);
	expect(unexplained).toMatchObject([{ line: 2, mutation: '{ call(); } → {}' }]);
});

test('a long change is told in few characters', () => {
	const { unexplained } = resultOf(reportOf(mutant('Survived', 'x'.repeat(100), 1, 1, 1, 6)), []);
	expect(unexplained).toMatchObject([{ mutation: `const → ${'x'.repeat(60)}…` }]);
});

test.each<Partial<Reason>>([{ file: 'b.ts' }, { source: 'if (a > b) {' }, { mutation: 'a → b' }])(
	'a reason for something else is none, and is needless: %j',
	(other) => {
		const reason = { ...REASON, ...other };
		const { unexplained, needless } = resultOf(reportOf(SURVIVED), [reason]);
		expect(unexplained).toMatchObject([{ file: 'a.ts', why: '' }]);
		expect(needless).toEqual([reason]);
	},
);
