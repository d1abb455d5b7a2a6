import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { addRunHints } from '../../../../nodes/AudiencePage/execution/hints';

function hintsOf(
	outputs: INodeExecutionData[],
	remembered: number,
	limitedAnswers: number,
	isRead = false,
	hasErrors = false,
): string[] {
	const hints: NodeExecutionHint[] = [];
	const context = { addExecutionHints: (...given: NodeExecutionHint[]) => hints.push(...given) };
	const results = { doneOutputs: outputs, hasErrors };
	addRunHints(context as unknown as IExecuteFunctions, results, isRead, remembered, limitedAnswers);
	expect(hints.every(({ location }) => location === 'outputPane')).toBe(true);
	return hints.map(({ message }) => message);
}

const outcomes = (...names: string[]): INodeExecutionData[] =>
	names.map((outcome) => ({ json: { outcome } }));

test('a run with nothing to tell gives no hint', () => {
	expect(hintsOf(outcomes('created', 'updated'), 0, 0)).toEqual([]);
});

test.each([
	[1, 'Nothing to change for 1 item.'],
	[3, 'Nothing to change for 3 items.'],
])('%i unchanged: %s', (count, message) => {
	const unchanged = outcomes(...Array<string>(count).fill('unchanged'));
	expect(hintsOf([...unchanged, ...outcomes('created')], 0, 0)).toEqual([message]);
});

test('what an earlier try wrote, and what the rate limit held up, is told by number', () => {
	expect(hintsOf([], 1, 2)).toEqual([
		'Skipped 1 item that a previous attempt had written.',
		'Rate limit reached: 2 requests had to wait and were retried.',
	]);
});

test('what only reads tells that it has found nothing', () => {
	expect(hintsOf([], 0, 0, true)).toEqual([
		'Nothing found. To continue anyway, turn on Settings > Always Output Data.',
	]);
	expect(hintsOf(outcomes('created'), 0, 0, true)).toEqual([]);
	expect(hintsOf([], 0, 0, false)).toEqual([]);
	expect(hintsOf([], 0, 0, true, true)).toEqual([]);
});

test('an n8n without hints gets none', () => {
	const results = { doneOutputs: outcomes('unchanged'), hasErrors: false };
	expect(() => addRunHints({} as IExecuteFunctions, results, false, 1, 1)).not.toThrow();
});
