import type { IDataObject } from 'n8n-workflow';
import { runExecution, runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const ENTRY = {
	resource: 'accountLog',
	operation: 'create',
	domain: 'acme.com',
	source: 'crm',
	payload: '={{ $json }}',
};
const keys = () => bodies(sandbox()).map((body) => (body as IDataObject).idempotencyKey);

test('An entry has your key, or one made for its item', async () => {
	const items = [{ id: 'D-1' }, { id: 'D-1' }, {}];
	const options = { items, executionId: 'first' };
	await runNode(sandbox(), { ...ENTRY, idempotencyKey: '=  {{ $json.id }} ' }, options);
	const ofItem = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
	expect(keys()).toEqual(['D-1', 'D-1', ofItem]);
});

test('Each item of an execution has a key of its own, equal ones and those of later runs, too', async () => {
	const batches = [[{ a: 1 }, { a: 1 }, { a: 2 }], [{ a: 1 }]];
	await runExecution(sandbox(), ENTRY, { batches, executionId: 'loop' });
	expect(new Set(keys()).size).toBe(4);
});

test('A key has at most 255 characters', async () => {
	const errorOf = async (idempotencyKey: string) =>
		(await runNode(sandbox(), { ...ENTRY, idempotencyKey })).error?.message;
	expect(await errorOf('k'.repeat(255))).toBeUndefined();
	expect(await errorOf('k'.repeat(256))).toMatch(/^Idempotency Key must .*255 characters/);
});

test.each(['--', '7-', '-won', '7--acme.com', 'crm||won', 'a:', ',b'])(
	'The key %s is refused: without one of its values, it would be that of other entries',
	async (idempotencyKey) => {
		const { error } = await runNode(sandbox(), { ...ENTRY, idempotencyKey });
		expect(error?.message).toContain('one of its values is empty');
		expect(sandbox().requests).toEqual([]);
	},
);

test.each(['7-won', 'crm|7|won', 'https://acme.com/deals/7/', '2026-01-01T00:00:00.000Z', 'a-_b'])(
	'The key %s is sent',
	async (idempotencyKey) => {
		await runNode(sandbox(), { ...ENTRY, idempotencyKey });
		expect(keys()).toEqual([idempotencyKey]);
	},
);
