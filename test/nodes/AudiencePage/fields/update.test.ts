import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { fieldsToClear, refuseEmptyUpdate } from '../../../../nodes/AudiencePage/fields/update';
import { afterHooks, formWith } from '../../../support/form';

const field = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

/** The hook on a field of its own: it runs after those of the others. */
const lastField = (hook: PreSendAction): INodeProperties => ({
	...field('Options', 'options'),
	routing: { send: { preSend: [hook] } },
});

const clear = () => fieldsToClear(field('Domain', 'domain'), field('Email', 'email'));

const update = async (body: object, chosen?: unknown) => {
	const form = formWith(chosen === undefined ? {} : { fieldsToClear: chosen });
	const cleared = await afterHooks(clear(), form, { method: 'PATCH', body: { ...body } });
	return (await afterHooks(lastField(refuseEmptyUpdate({ canClear: true })), form, cleared)).body;
};

describe('An update', () => {
	test.each([{ name: 'Ada' }, { sortOrder: 0 }, { email: null }])('of %j is sent as it is', async (body) => {
		const { body: sent } = await afterHooks(lastField(refuseEmptyUpdate()), formWith({}), { body });
		expect(sent).toBe(body);
	});

	test('of nothing is refused', async () => {
		const nothing = afterHooks(lastField(refuseEmptyUpdate()), formWith({}), { body: {} });
		await expect(nothing).rejects.toThrow(/^Update Fields must have at least one value$/);
	});
});

describe('Fields to Clear', () => {
	test.each<[unknown, object, object]>([
		[['email'], {}, { email: null }],
		['email, domain', {}, { email: null, domain: null }],
		[['email'], { email: '' }, { email: null }],
		['', { name: 'Ada' }, { name: 'Ada' }],
		[undefined, { name: 'Ada' }, { name: 'Ada' }],
	])('%j with %j sends %j', async (chosen, body, sent) => {
		await expect(update(body, chosen)).resolves.toEqual(sent);
	});

	test('leave the rest of the request, and its body, alone', async () => {
		const body = { name: 'Ada' };
		const request = { method: 'PATCH' as const, url: '/v0/persons/p1', body };
		const sent = await afterHooks(clear(), formWith({ fieldsToClear: ['email'] }), request);
		expect(sent).toEqual({ ...request, body: { name: 'Ada', email: null } });
		expect(body).toEqual({ name: 'Ada' });
	});

	test.each<[unknown, object, string]>([
		[['name'], {}, 'Fields to Clear must contain only domain and email (got "name")'],
		[['email', 7], {}, 'Fields to Clear must contain only domain and email (got 7)'],
		[
			['email'],
			{ email: 'ada@acme.com' },
			'Fields to Clear must not contain Email, which Update Fields sets',
		],
		[undefined, {}, 'Update Fields must have at least one value, or Fields to Clear at least one field'],
	])('%j with %j is refused: %s', async (chosen, body, message) => {
		await expect(update(body, chosen)).rejects.toMatchObject({ message });
	});
});
