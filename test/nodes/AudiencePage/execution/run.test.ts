import type { INodeParameters } from 'n8n-workflow';

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
	...{ resource: 'person', operation: 'create', name: '={{ $json.name }}' },
	options: IN_ORDER,
};
const ENTRIES: INodeParameters = {
	...{ resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
	payload: '={{ { name: $json.name, at: Math.random() } }}',
	options: { ...IN_ORDER, maxRetries: 1 },
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

describe('Retry On Fail', () => {
	test('sends again only what was not written', async () => {
		sandbox().failNext('unprocessable', { when: isOf('Bea') });
		const { items, error, hints, kept } = await run(PERSONS, RETRIED);

		expect(error).toBeUndefined();
		expect(sent()).toEqual(['Ada', 'Bea', 'Bea', 'Cleo']);
		expect(items).toMatchObject(ITEMS.map(({ name }, item) => ({ json: { name }, pairedItem: { item } })));
		expect(hints).toEqual(['Skipped 1 item that a previous attempt had written.']);
		expect(kept).not.toHaveProperty('failed');
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

	test('sends what conflicts with its own key each time, does not hold up the others for it, and reports it', async () => {
		sandbox().settings.idempotency = 'conflict';
		sandbox().failNext('resetAfter');
		const { error } = await run(ENTRIES, RETRIED);
		sandbox().settings.idempotency = 'first';

		const entries = sandbox().requests.map(
			({ body }) => (body as { payload: { name: string } }).payload.name,
		);
		expect(entries).toEqual(['Ada', 'Ada', 'Ada', 'Bea', 'Cleo', 'Ada']);
		expect(error?.message).toMatch(/^May have been written by a previous attempt/);
		expect(error?.description).toContain('Of 3 items: 2 written, 1 of unknown outcome, 0 not sent. A retry');
	});

	test('is not held up by what may be written, if looking for that is refused', async () => {
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'POST' });
		const isLost = () => sandbox().requests.some(({ method }) => method === 'POST');
		const looksForAda = ({ method, url }: RecordedRequest) => method === 'GET' && /ada/i.test(url);
		sandbox().failNext('unprocessable', { times: Infinity, when: (one) => looksForAda(one) && isLost() });
		const match = { matchOn: 'email', matchValue: '={{ $json.name }}@acme.com' };
		const { error } = await run({ ...PERSONS, ...match, operation: 'upsert' }, { ...RETRIED, maxTries: 2 });
		const posts = sandbox().requests.filter(({ method }) => method === 'POST');
		expect(posts.map(nameIn)).toEqual(['Ada', 'Bea', 'Cleo']);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
	});

	test('sends an update again that was refused when it followed an earlier one', async () => {
		const [other, account] = sandbox().store.accounts.all();
		const names = ['Other', 'First', 'Second'];
		const items = names.map((name, n) => ({ name, id: (n === 0 ? other : account)!.accountId }));
		const isTry = (n: number) => (request: RecordedRequest) =>
			sent().filter((name) => name === nameIn(request)).length === n;
		const update = { resource: 'account', operation: 'update', name: '={{ $json.name }}', options: IN_ORDER };
		sandbox().failNext('unprocessable', { times: 2, when: isOf('Other') });
		sandbox().failNext('unprocessable', { when: isOf('First') });
		sandbox().failNext('unprocessable', {
			when: (request) => isOf('Second')(request) && isTry(2)(request),
		});
		const { json } = await run(
			{ ...update, accountId: '={{ $json.id }}' },
			{ ...RETRIED, items, onError: 'continueRegularOutput' },
		);

		expect(sent()).toEqual([...names, ...names, 'Other', 'Second']);
		expect(json.map(({ name, error }) => error ?? name)).toEqual(names);
		expect(sandbox().store.accounts.get(account!.accountId)?.name).toBe('Second');
	});
});

describe('A run that fails', () => {
	test('has little to say where there is one item, or where it only reads', async () => {
		sandbox().failNext('unprocessable', { times: 2 });
		const one = await run(PERSONS, { items: [{ name: 'Ada' }] });
		const read = await run({ resource: 'person', operation: 'getAll', limit: 1 });
		expect(`${one.error?.description} ${read.error?.description}`).not.toContain('items:');
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

test.each([{}, RETRIED])(
	'Continue On Fail leaves nothing for an attempt that n8n will not make: %j',
	async (settings) => {
		sandbox().failNext('unprocessable', { when: isOf('Bea') });
		const { kept } = await run(PERSONS, { ...settings, onError: 'continueRegularOutput' });
		expect(kept).not.toHaveProperty('failed');
	},
);
