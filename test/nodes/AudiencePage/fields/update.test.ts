import type { INodeProperties } from 'n8n-workflow';
import { fieldsToClear, refuseEmptyUpdate } from '../../../../nodes/AudiencePage/fields/update';
import { afterHooks, formWith } from '../../../support/form';

const field = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});
const clearable = fieldsToClear(field('Domain', 'domain'), field('Email', 'email'));

const refusing = (...options: Parameters<typeof refuseEmptyUpdate>): INodeProperties => ({
	...field('Options', 'options'),
	routing: { send: { preSend: [refuseEmptyUpdate(...options)] } },
});

const update = async (body: object, chosen?: unknown, dataToSend = 'defineBelow') => {
	const form = formWith({ ...(chosen !== undefined && { fieldsToClear: chosen }), dataToSend });
	const cleared = await afterHooks(clearable, form, { method: 'PATCH', body: { ...body } });
	return (await afterHooks(refusing({ canClear: true }), form, cleared)).body;
};

test('An update of nothing is refused', async () => {
	const nothing = afterHooks(refusing(), formWith({}), { body: {} });
	await expect(nothing).rejects.toThrow(
		/^Update Fields must have at least one field with a value$/,
	);
});

test.each<[chosen: unknown, body: object, sent: object]>([
	[['email'], {}, { email: null }],
	['email, domain', {}, { email: null, domain: null }],
	[['email'], { email: '' }, { email: null }],
	['', { name: 'Ada' }, { name: 'Ada' }],
	[undefined, { sortOrder: 0 }, { sortOrder: 0 }],
])('Fields to Clear %j with %j sends %j', async (chosen, body, sent) => {
	await expect(update(body, chosen)).resolves.toEqual(sent);
});

test('Fields to Clear leave the rest of the request, and its body, alone', async () => {
	const body = { name: 'Ada' };
	const request = { method: 'PATCH' as const, url: '/v0/persons/p1', body };
	const sent = await afterHooks(clearable, formWith({ fieldsToClear: ['email'] }), request);
	expect(sent).toEqual({ ...request, body: { name: 'Ada', email: null } });
	expect(body).toEqual({ name: 'Ada' });
});

const NO_COLUMN =
	'Input must have at least one column with a value for a field, or Fields to Clear at least one field';
const [BELOW, BY_COLUMN] = ['defineBelow', 'autoMapInputData'];
test.each<[chosen: unknown, body: object, dataToSend: string, message: string]>([
	[['name'], {}, BELOW, 'Fields to Clear must contain only domain and email (got "name")'],
	[['email', 7], {}, BELOW, 'Fields to Clear must contain only domain and email (got "7")'],
	[
		['email'],
		{ email: 'a@b.c' },
		BELOW,
		'Fields to Clear must not contain Email, which Update Fields sets',
	],
	[
		['email'],
		{ email: 'a@b.c' },
		BY_COLUMN,
		'Fields to Clear must not contain Email, which a column sets',
	],
	[undefined, {}, BELOW, 'with a value, or Fields to Clear at least one field'],
	[undefined, {}, BY_COLUMN, NO_COLUMN],
])('Fields to Clear %j with %j, %s, are refused: %s', async (chosen, body, dataToSend, message) => {
	await expect(update(body, chosen, dataToSend)).rejects.toThrow(message);
});
