import {
	accountIdPattern,
	kebabCase,
	lengthBetween,
	phoneNumberPattern,
	type Rule,
} from '../../../../nodes/AudiencePage/fields/text';

const text = (characters: number, of = 'x') => of.repeat(characters);

test.each<[what: string, rule: Rule, followed: string[], broken: string[]]>([
	['a length', lengthBetween(1, 255), ['x', text(255), text(255, '😀')], ['', text(256), text(256, '😀')]],
	['a kind', kebabCase, ['x', 'deal-won-2'], ['HubSpot', 'hub_spot', 'hub--spot', '-hub', 'deal won', 'x\n']],
	[
		'a phone number',
		phoneNumberPattern,
		['+49', '+123456789012345'],
		['+4', '+1234567890123456', '+0930123456', '4930123456', '+49 30 123456', '+49\n30', '+4930\n'],
	],
	[
		'an account ID',
		accountIdPattern,
		[`account_${text(26)}`],
		[`account_${text(25)}`, `account_${text(27)}`, `ACCOUNT_${text(26, 'X')}`, text(26)],
	],
])('The rule of %s', (_what, rule, followed, broken) => {
	expect(followed.filter((one) => rule(one) !== undefined)).toEqual([]);
	expect(broken.filter((one) => rule(one) === undefined)).toEqual([]);
});
