/** A place in a file; lines and columns count from 1. */
interface Place {
	line: number;
	column: number;
}

/** What is read of Stryker's report (mutation-testing-report-schema). */
export interface StrykerReport {
	files: Record<
		string,
		{
			source: string;
			mutants: Array<{
				status: string;
				replacement?: string;
				location: { start: Place; end: Place };
			}>;
		}
	>;
}

/** Why a mutant may survive. The line is known by its text, which stays when the file grows. */
export interface Reason {
	file: string;
	/** The line in which the change begins, without the space around it. */
	source: string;
	/** What was changed, as `mutation` of a survivor. */
	mutation: string;
	why: string;
}

/** A change of the code that no test saw. */
export interface Survivor {
	file: string;
	line: number;
	/** Such as `a < b → a <= b`. */
	mutation: string;
	why: string;
}

/** How a run went. */
export interface Result {
	/** In percent, to two decimals. */
	score: number;
	mutants: number;
	/** Those that never ended count as killed. */
	killed: number;
	/** By file and line. */
	survivors: Survivor[];
}

const KILLED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];
const LONGEST = 60;

function short(code: string): string {
	const line = code.replace(/\s+/g, ' ').trim();
	return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** The text from one place to another. */
function between(lines: string[], start: Place, end: Place): string {
	const part = lines.slice(start.line - 1, end.line);
	const last = part.pop() ?? '';
	return [...part, last.slice(0, end.column - 1)].join('\n').slice(start.column - 1);
}

/**
 * How the run went that Stryker reports.
 *
 * @param reasons why mutants may survive
 * @returns also the survivors without a reason, and the reasons without a survivor
 */
export function resultOf(
	{ files }: StrykerReport,
	reasons: Reason[],
): { result: Result; unexplained: Survivor[]; needless: Reason[] } {
	const needed = new Set<Reason>();
	const survivors: Survivor[] = [];
	let killed = 0;
	for (const [file, { source, mutants }] of Object.entries(files)) {
		const lines = source.split('\n');
		killed += mutants.filter(({ status }) => KILLED.includes(status)).length;
		for (const { status, replacement = '', location } of mutants) {
			if (!SURVIVED.includes(status)) continue;
			const { start, end } = location;
			const mutation = `${short(between(lines, start, end))} → ${short(replacement)}`;
			const text = lines[start.line - 1]?.trim();
			const reason = reasons.find(
				(one) => one.file === file && one.source === text && one.mutation === mutation,
			);
			if (reason) needed.add(reason);
			survivors.push({ file, line: start.line, mutation, why: reason?.why ?? '' });
		}
	}
	survivors.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
	const mutants = killed + survivors.length;
	const score = Math.round((killed / mutants) * 10_000) / 100;
	return {
		result: { score, mutants, killed, survivors },
		unexplained: survivors.filter(({ why }) => why === ''),
		needless: reasons.filter((reason) => !needed.has(reason)),
	};
}
