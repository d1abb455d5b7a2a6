import type { IDataObject } from 'n8n-workflow';
import { IdempotencyKeys } from '../../../../../nodes/AudiencePage/execution/idempotencyKeys';
import { NodeExecution } from '../../../../../nodes/AudiencePage/execution/nodeExecution';
import {
	key as idempotencyKeyField,
	refuseWithoutAccount,
	sendIdempotencyKey,
} from '../../../../../nodes/AudiencePage/resources/accountLog';
import { contentHash } from '../../../../../nodes/AudiencePage/shared/hash';
import { afterHooks, formWith } from '../../../../support/form';
import { contextWith } from '../../execution/keptContext';

const CONTENT = { source: 'crm', type: 'deal-won', payload: { a: 1 } };
const ENTRY = { ...CONTENT, payload: { a: 1, row_number: 2, toolCallId: 'call_1' } };
const NO_MODE = Symbol('no mode');

function contextOf(mode: unknown) {
	const kept = contextWith({ executionId: 'e1' });
	const form = formWith(mode === NO_MODE ? {} : { 'options.idempotencyKeyMode': mode });
	const { parameters } = form.getNode();
	return { ...kept, ...form, getNode: () => ({ ...kept.getNode(), parameters }) };
}

/** The key on the entry that is sent, where the user chose the mode and entered the key. */
async function sent(mode: unknown, idempotencyKey?: unknown) {
	const context = contextOf(mode);
	const body = { ...ENTRY, ...(idempotencyKey !== undefined && { idempotencyKey }) } as IDataObject;
	const request = await sendIdempotencyKey.call(context, { method: 'POST', url: '/', body });
	expect(request).toMatchObject({ method: 'POST', url: '/' });
	return request.body as IDataObject;
}

const keyOfItem = async (mode: unknown) => {
	const context = contextOf(mode);
	return await new IdempotencyKeys(new NodeExecution(context)).forItem(0, ENTRY);
};

describe('Idempotency Key Mode', () => {
	test.each<[string, unknown, unknown, (mode: unknown) => unknown]>([
		['Item', 'item', undefined, keyOfItem],
		['Item, and spaces for a key', 'item', '  ', keyOfItem],
		['Content', 'content', undefined, () => contentHash(CONTENT)],
		['Content, and an empty key', 'content', '', () => contentHash(CONTENT)],
		['Custom', 'custom', 'mine', () => 'mine'],
		['None', 'none', undefined, () => undefined],
		['None, and spaces for a key', 'none', ' ', () => undefined],
		['no mode', NO_MODE, undefined, keyOfItem],
		['an empty mode', '', '', keyOfItem],
	])('%s', async (_what, mode, key, keyOf) => {
		expect(await sent(mode, key)).toEqual({ ...ENTRY, idempotencyKey: await keyOf(mode) });
	});

	test.each(['', ' ', null, undefined])('Custom is refused with the key %j', async (key) => {
		const message = 'Idempotency Key must not be empty if Idempotency Key Mode is Custom';
		await expect(sent('custom', key)).rejects.toThrow(message);
	});

	test.each(['Item', 7])('is none of its own: %j', async (mode) => {
		const message = 'Idempotency Key Mode must be content, custom, item or none';
		await expect(sent(mode, 'mine')).rejects.toThrow(message);
	});
});

test('An entry is for an account: its ID, domain or name', async () => {
	const run = async (body: IDataObject) =>
		await refuseWithoutAccount.call(formWith({}), { url: '', body });
	for (const body of [{ accountId: 'a' }, { domain: 'a.com' }, { name: 'A' }])
		expect(await run({ ...body, type: 't' })).toMatchObject({ body });
	await expect(run({ accountId: '', domain: ' ' })).rejects.toMatchObject({
		message: 'Account ID, Domain and Account Name are all empty. Set Account ID or Domain',
		description: expect.stringContaining('add a Filter node') as string,
		context: { itemIndex: 0 },
	});
});

test('A key of the user has 1 to 255 characters', async () => {
	const checked = async (idempotencyKey: string) =>
		(await afterHooks(idempotencyKeyField, formWith({}), { body: { idempotencyKey } })).body;
	for (const idempotencyKey of ['k', 'k'.repeat(255)])
		expect(await checked(idempotencyKey)).toEqual({ idempotencyKey });
	await expect(checked('k'.repeat(256))).rejects.toThrow(
		'must be 1 to 255 characters long, but has 256',
	);
});
