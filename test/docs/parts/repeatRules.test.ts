import { repeatRuleParts } from './repeatRules';

test('the table says of everything that can come back what becomes of it', () => {
	const rows = repeatRuleParts.repeatRules!((path) => path)
		.split('\n')
		.slice(2)
		.map((row) => row.split(' | '));
	expect(rows.map(([what]) => what)).toEqual([
		'| 425, 429, 503 with `Retry-After`, connection refused, server name not found: the service did not take it up',
		'| 408, 500, 502–504, 506–599, connection cut, no answer in time, an answer cut short: it may be done or not',
		'| any other refusal',
	]);
	expect(rows.map(([, repeatable]) => repeatable)).toEqual([
		'sent again',
		'sent again, a log entry with the same key',
		'error',
	]);
	expect(rows.map(([, , other]) => other)).toEqual([
		'sent again |',
		expect.stringMatching(/^\*\*not\*\* sent again/),
		'error |',
	]);
});
