import { integerInBody } from '../../../../nodes/AudiencePage/fields/integerField';
import { afterHooks, formWith } from '../../../support/form';

const field = integerInBody({
	displayName: 'Sort Order',
	name: 'sortOrder',
	type: 'number',
	typeOptions: { minValue: -5, maxValue: 10 },
	default: 0,
});

const sent = async (sortOrder: unknown) =>
	(await afterHooks(field, formWith({}), { body: { sortOrder } })).body;

test.each<[what: string, value: unknown, body: object]>([
	['a number', 0, { sortOrder: 0 }],
	['the least', -5, { sortOrder: -5 }],
	['the greatest', 10, { sortOrder: 10 }],
	['digits as text', ' 10 ', { sortOrder: 10 }],
	['a negative number as text', '-5', { sortOrder: -5 }],
	['nothing', ' ', {}],
])('A whole number is %s: %j is sent as %j', async (_what, value, body) => {
	await expect(sent(value)).resolves.toEqual(body);
});

test.each<[what: string, value: unknown, rule: string]>([
	['too small', -6, 'of at least -5 (got -6)'],
	['too great', '11', 'of at most 10 (got "11")'],
	['a fraction', 1.5, 'of at least -5 (got 1.5)'],
	['a fraction as text', '1.5', 'of at least -5 (got "1.5")'],
	['text before it', 'a1', 'of at least -5 (got "a1")'],
	['text behind it', '1a', 'of at least -5 (got "1a")'],
	['true', true, 'of at least -5 (got true)'],
])('A whole number is not %s: %j', async (_what, value, rule) => {
	await expect(sent(value)).rejects.toThrow(`Sort Order must be a whole number ${rule}`);
});
