/** Account Log > Create where the service refuses a key that it has seen. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { RecordedRequest } from '../../../../service/sandbox';
import { useVirtualTime } from '../../../../support/virtualTime';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import { useSandbox, withAnswers } from '../../../../support/services';
import type { WorkflowOptions } from '../../../../support/workflow';

const sandbox = useSandbox({ sizes: { accounts: 3, accountLogs: 0 } });

useVirtualTime();
beforeEach(() => {
	sandbox().settings.idempotency = 'conflict';
	sandbox().settings.maxLimit = 1000;
	jest.spyOn(waiting, 'delay').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const account = (index = 0) => nth(sandbox().store.accounts.all(), index);
const entriesOf = ({ accountId }: { accountId: string }) => sandbox().store.accountLogs.of(accountId).all();
const isCreate = ({ method }: RecordedRequest) => method === 'POST';
const isRead = ({ method }: RecordedRequest) => method === 'GET';

const CREATE = 'POST /v0/account_logs';
const logOf = ({ accountId }: { accountId: string }) => `GET /v0/accounts/${accountId}/logs`;

const nobody = { accountId: `account_${'0'.repeat(26)}` };

const create = async (parameters: INodeParameters, options: WorkflowOptions = {}) =>
	await runNode(
		sandbox(),
		{ resource: 'accountLog', operation: 'create', source: 'crm', payload: '={{ $json }}', ...parameters },
		options,
	);

/** What the answer to a creation shows of an entry. */
const shown = ({ accountId, accountLogId, createdAt, source, type }: IDataObject) => ({
	accountId,
	accountLogId,
	createdAt,
	source,
	type,
});

describe('An entry whose answer was lost, and whose key is then refused', () => {
	test('is found in the log of its account, by its key', async () => {
		for (let n = 0; n < 7; n++) await create({ accountId: account().accountId });
		sandbox().requests.length = 0;
		sandbox().settings.maxLimit = 3;
		sandbox().settings.defaultLimit = 3;
		sandbox().failNext('resetAfter', { when: isCreate });
		const { items, error } = await create({ accountId: account().accountId, type: 'deal-won' });

		expect(error).toBeUndefined();
		const entry = nth(entriesOf(account()), 7);
		expect(entry.type).toBe('deal-won');
		expect(items).toEqual([{ json: shown({ ...entry }), pairedItem: { item: 0 } }]);
		// Pages of 100 are refused here.
		const pages = Array<string>(4).fill(logOf(account()));
		expect(calls(sandbox())).toEqual([CREATE, CREATE, ...pages]);
	});

	test.each<[string, () => void]>([
		['its log does not show it', () => (sandbox().settings.onAnswer = without('idempotencyKey'))],
		['its log does not show its ID', () => (sandbox().settings.onAnswer = without('accountLogId'))],
		// With a limit and without: a limit that is refused is left out.
		['its log cannot be read', () => sandbox().failNext('unprocessable', { times: 2, when: isRead })],
	])('is an error where %s', async (_how, spoil) => {
		sandbox().failNext('resetAfter', { when: isCreate });
		spoil();
		const { error } = await create({ accountId: account(1).accountId });
		sandbox().settings.onAnswer = () => undefined;
		expect(error?.message).toContain('May have been written by a previous attempt');
	});
});

test.each<[string, (id: string) => INodeParameters, string[]]>([
	['its log does not have it', (accountId) => ({ accountId }), [logOf(nobody)]],
	['there is no log to read', () => ({ domain: 'acme.com' }), []],
])('An entry in progress is sent again by a retry where %s', async (_how, named, reads) => {
	const inProgress = { status: 409, body: { message: 'This key is in progress' } };
	const emptyLog = reads.map(() => ({ body: { items: [], hasMore: false } }));
	const answers = [{ status: 500 }, inProgress, ...emptyLog, { body: { accountLogId: 'log-1' } }];
	await withAnswers(answers, async (service) => {
		const { json } = await runNode(
			service,
			{ resource: 'accountLog', operation: 'create', source: 'crm', ...named(nobody.accountId) },
			{ retryOnFail: true, maxTries: 2 },
		);
		expect(json).toEqual([{ accountLogId: 'log-1' }]);
		expect(service.requests.map((request) => request.split('?')[0])).toEqual([
			CREATE,
			CREATE,
			...reads,
			CREATE,
		]);
	});
});

/** Has the service show entries without their keys. */
const without =
	(field: string) =>
	({ method }: RecordedRequest, answer: { body?: unknown }): void => {
		if (method !== 'GET') return;
		const list = answer.body as { items: IDataObject[] };
		answer.body = { ...list, items: list.items.map((entry) => ({ ...entry, [field]: null })) };
	};

test('A key that was never sent before is refused: that is the error', async () => {
	const own = { accountId: account().accountId, options: { idempotencyKey: 'D-1' } };
	await create(own);
	sandbox().requests.length = 0;
	const { error } = await create(own);
	expect(error?.message).toContain('was used before');
	expect(calls(sandbox())).toEqual([CREATE]);
});

test('A second try of 20 entries that are there reads the log of their account once', async () => {
	const { accountId } = account(2);
	const items = Array.from({ length: 20 }, (_, n) => ({ n }));
	sandbox().failNext('resetAfter', { times: items.length, when: isCreate });
	const run = await create(
		{ accountId, options: { maxRetries: 0 } },
		{ items, onError: 'continueRegularOutput', retryOnFail: true, maxTries: 2 },
	);
	expect(run.json).toEqual(entriesOf(account(2)).map((entry) => shown({ ...entry })));
	expect(entriesOf(account(2)).map(({ payload }) => payload)).toEqual(items);
	expect(calls(sandbox()).filter((call) => call === logOf(account(2)))).toHaveLength(1);
});
