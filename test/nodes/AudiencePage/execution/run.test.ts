import { Expression, type IDataObject, type INodeParameters } from 'n8n-workflow';

import type { RecordedRequest } from '../../../service/sandbox';
import { useVirtualTime } from '../../../support/virtualTime';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();
useVirtualTime();

const ITEMS = ['Ada', 'Bea', 'Cleo'].map((name) => ({ name }));
/** One after the other, so that it is known what was sent when another failed. */
const IN_ORDER = { maxConcurrentRequests: 1 };
const PERSONS: INodeParameters = {
	resource: 'person',
	operation: 'create',
	name: '={{ $json.name }}',
	options: IN_ORDER,
};
const ENTRIES: INodeParameters = {
	resource: 'accountLog',
	operation: 'create',
	domain: 'acme.com',
	source: 'crm',
	payload: '={{ { name: $json.name, at: Math.random() } }}',
	options: { ...IN_ORDER, maxRetries: 0 },
};

const run = async (parameters: INodeParameters, options: WorkflowOptions = {}) =>
	await runNode(sandbox(), parameters, { items: ITEMS, ...options });

const nameIn = ({ body }: RecordedRequest) => (body as { name: string }).name;
const isOf =
	(...names: string[]) =>
	(request: RecordedRequest) =>
		names.includes(nameIn(request));
const sent = () => sandbox().requests.map(nameIn);

const RETRIED = { retryOnFail: true, maxTries: 3 };
const WRITTEN_BEFORE = 'that a previous attempt had written';

describe('Retry On Fail', () => {
	test('sends again only what was not written', async () => {
		sandbox().failNext('unprocessable', { when: isOf('Bea') });
		const { items, error, hints, kept } = await run(PERSONS, RETRIED);

		expect(error).toBeUndefined();
		expect(sent()).toEqual(['Ada', 'Bea', 'Bea', 'Cleo']);
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Ada', { item: 0 }],
			['Bea', { item: 1 }],
			['Cleo', { item: 2 }],
		]);
		expect(hints).toEqual([`Skipped 1 item ${WRITTEN_BEFORE}.`]);
		expect(kept).not.toHaveProperty('failed');
	});

	test('evaluates nothing again of what was written', async () => {
		const resolve = vi.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		sandbox().failNext('unprocessable', { when: isOf('Bea') });
		await run(PERSONS, RETRIED);
		const evaluated = resolve.mock.calls.filter(([value]) => value === PERSONS.name).length;
		resolve.mockRestore();
		expect(evaluated).toBe(3 + 2);
	});

	test('does not send what may be done, and reports it when all else is sent', async () => {
		sandbox().failNext('resetAfter', { when: isOf('Bea') });
		const { error, items } = await run(PERSONS, RETRIED);

		expect(sent()).toEqual(['Ada', 'Bea', 'Cleo']);
		expect(error?.message).toContain('The request may have succeeded');
		expect(error?.description).toMatch(/^A previous attempt sent this item/);
		expect(error?.description).toContain('Of 3 items: 2 written, 1 of unknown outcome, 0 not sent.');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(items).toEqual([]);
	});

	test('writes an entry once, whose content is another at each try', async () => {
		const before = sandbox().store.firstEntries.size;
		sandbox().failNext('resetAfter');
		const { error, items } = await run(ENTRIES, { ...RETRIED, items: [{ name: 'Ada' }] });

		const [first, second] = sandbox().requests.map(({ body }) => body as IDataObject);
		expect(error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(2);
		expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
		expect(second?.payload).not.toEqual(first?.payload);
		expect(sandbox().store.firstEntries.size).toBe(before + 1);
		expect(items).toHaveLength(1);
	});

	test('says of a conflict with its own key once, and goes on', async () => {
		sandbox().settings.idempotency = 'conflict';
		sandbox().failNext('resetAfter');
		const items = [{ name: 'Ada' }];
		const options = { ...IN_ORDER, maxRetries: 1 };
		const first = await run({ ...ENTRIES, options }, { items });
		expect(first.error?.message).toMatch(/^Probably written by a previous attempt/);

		sandbox().requests.length = 0;
		sandbox().failNext('resetAfter');
		const second = await run({ ...ENTRIES, options }, { ...RETRIED, items });
		sandbox().settings.idempotency = 'first';
		expect(second.error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(2);
		expect(second.json).toMatchObject([{ domain: 'acme.com', source: 'crm' }]);
		expect(second.hints).toContain(`Skipped 1 item ${WRITTEN_BEFORE}.`);
	});

	test('with Continue On Fail repeats no item that was written', async () => {
		sandbox().failNext('unprocessable', { times: 3, when: isOf('Ada') });
		const { json, error } = await run(PERSONS, { ...RETRIED, onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(sent()).toEqual(['Ada', 'Bea', 'Cleo', 'Ada', 'Ada']);
		expect(json.map(({ name }) => name)).toEqual(['Ada', 'Bea', 'Cleo']);
		expect(json.map(({ error: told }) => told !== undefined)).toEqual([true, false, false]);
	});

	test('reads once more what is read', async () => {
		sandbox().failNext('unprocessable');
		const { items, kept, hints } = await run(
			{ resource: 'person', operation: 'getAll', limit: 1, options: IN_ORDER },
			RETRIED,
		);
		expect(items).toHaveLength(3);
		expect(sandbox().requests).toHaveLength(4);
		expect(kept).toEqual({});
		expect(hints).toHaveLength(1);
	});
});

describe('A run that fails', () => {
	test('says what was written and what was not, and keeps it', async () => {
		sandbox().failNext('unprocessable', { when: isOf('Bea') });
		const { error, items, kept } = await run(PERSONS);

		expect(error?.description).toContain('Of 3 items: 1 written, 1 failed, 1 not sent.');
		expect(error?.description).toContain('Settings > On Error to Continue (using error output)');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(items).toEqual([]);
		expect(kept.failed).toMatchObject({
			items: 3,
			outcomes: { 0: { records: [{ name: 'Ada' }] } },
		});
	});

	test('has little to say where there is one item, or where it only reads', async () => {
		sandbox().failNext('unprocessable', { times: 2 });
		const one = await run(PERSONS, { items: [{ name: 'Ada' }] });
		const read = await run({ resource: 'person', operation: 'getAll', limit: 1 });
		expect(`${one.error?.description} ${read.error?.description}`).not.toContain('items:');
	});

	test('at an item that cannot be sent, too', async () => {
		const { error } = await run({ ...PERSONS, name: '={{ $json.name === "Bea" ? "" : $json.name }}' });
		expect(error?.message).toBe('Name must not be empty');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(sent()).not.toContain('Cleo');
	});

	test('at a value that no second try mends: says what does, and how many more there are', async () => {
		const items = ['Ada', '', 'Cleo', '', ''].map((name) => ({ name }));
		const { error } = await run(PERSONS, { items });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(error?.description).toContain('Of 5 items: 1 written, 3 failed, 1 not sent.');
		expect(error?.description).toContain('2 other items cannot be written either.');
		expect(error?.description).toContain('Settings > On Error to Continue (using error output)');
		expect(error?.description).not.toContain('A retry');
		expect(sent()).toEqual(['Ada']);
	});
});

describe('Continue On Fail', () => {
	const message = expect.any(String) as string;
	const failBea = () => sandbox().failNext('unprocessable', { when: isOf('Bea') });

	test('in the regular output: the input and the error, linked', async () => {
		failBea();
		const { items, error } = await run(PERSONS, { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(items[1]).toEqual({ json: { name: 'Bea', error: message }, pairedItem: { item: 1 } });
		expect([0, 2].map((n) => items[n]?.json.name)).toEqual(['Ada', 'Cleo']);
	});

	test('in the error output: n8n adds the input', async () => {
		failBea();
		const { items, errorItems, error } = await run(PERSONS, { onError: 'continueErrorOutput' });
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Ada', { item: 0 }],
			['Cleo', { item: 2 }],
		]);
		expect(errorItems).toMatchObject([{ json: { name: 'Bea', error: message }, pairedItem: { item: 1 } }]);
	});

	test.each([{}, RETRIED])('leaves nothing behind when n8n will not run it again: %j', async (settings) => {
		failBea();
		const { kept } = await run(PERSONS, { ...settings, onError: 'continueRegularOutput' });
		expect(kept).not.toHaveProperty('failed');
	});
});

describe('Hints', () => {
	test('tell of a rate limit', async () => {
		sandbox().failNext('tooManyRequests', { times: 2 });
		const { hints } = await run(PERSONS);
		expect(hints).toEqual(['Rate limit reached: 2 requests had to wait and were retried.']);
	});

	test('are not given where there is nothing to tell', async () => {
		expect((await run(PERSONS)).hints).toEqual([]);
	});
});
