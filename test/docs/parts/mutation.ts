/** What `npm run mutate` has found. */
import type { Result } from '../../mutation/survivors';
import { measured } from '../../support/measured';
import { markdownTable } from '../../support/table';
import type { Parts } from '../markers';

const result = (): Result => measured('mutation') as Result;

/** Code that may hold backticks itself: a text that was emptied is two of them. */
const asCode = (text: string): string => `\`\`\` ${text} \`\`\``;

/** The changes that no test has seen, each with its reason. */
export function survivorsTable({ survivors }: Result): string {
	const rows = survivors.map(({ file, line, mutation, why }) => [
		`\`${file}\`, line ${line}`,
		asCode(mutation),
		why,
	]);
	return markdownTable([['Where', 'Change', 'Why it survives'], ...rows]);
}

export const mutationParts: Parts = {
	mutationScore: () => String(result().score),
	survivors: () => survivorsTable(result()),
};
