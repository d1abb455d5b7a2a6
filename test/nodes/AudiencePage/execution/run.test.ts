import type { INodeParameters } from 'n8n-workflow';
import type { RecordedRequest } from '../../../service/sandbox';
import { takeLines } from '../../../support/log';
import { useVirtualTime } from '../../../support/virtualTime';
import { retryExecution, runExecution, runNode } from '../../../support/runNode';
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

const LOG: INodeParameters = {
	...{ resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
	payload: '={{ { name: $json.name, at: Math.random() } }}',
};

const run = async (parameters: INodeParameters, options: WorkflowOptions = {}) =>
	await runNode(sandbox(), parameters, { items: ITEMS, ...options });

const nameIn = ({ body }: RecordedRequest) => /"name":"(\w+)"/.exec(JSON.stringify(body))?.[1];
const isOf = (name: string) => (request: RecordedRequest) => nameIn(request) === name;
const sent = () => sandbox().requests.flatMap((request) => nameIn(request) ?? []);
const refuse = (name: string, times = 1) =>
	sandbox().failNext('unprocessable', { times, when: isOf(name) });

describe('A written field whose expression gives nothing', () => {
	const write = async (email: string, domain: string) =>
		(await run({ ...PERSONS, additionalFields: { email, domain } })).hints;

	test('for every item is named', async () => {
		expect(await write('={{ $json.mail }}', '={{ $json.site }}')).toEqual([
			'Nothing was sent for Domain and Email: the expression gave nothing for any item.',
		]);
	});

	test('for some items, or without an expression, is not', async () => {
		expect(await write('={{ $json.name === "Ada" ? "a@first.example" : "" }}', '')).toEqual([]);
	});
});

const RETRIED = { retryOnFail: true, maxTries: 3 };

describe('Retry On Fail', () => {
	test('sends again only what was not written, and says so', async () => {
		refuse('Bea');
		const { hints } = await run(PERSONS, RETRIED);
		expect(sent()).toEqual(['Ada', 'Bea', 'Bea', 'Cleo']);
		expect(hints).toEqual(['Skipped 1 item that a previous attempt had written.']);
		expect(takeLines('tookOver')).toMatchObject([{ items: 1 }]);
	});

	test('sends nothing again of what has an empty error', async () => {
		sandbox().settings.onAnswer = (_request, answer) =>
			Object.assign(answer.body as object, { error: '' });
		await run(PERSONS, RETRIED);
		sandbox().settings.onAnswer = () => undefined;
		expect(sent()).toEqual(['Ada', 'Bea', 'Cleo']);
	});

	test('does not send what may be done, and reports it when all else is sent', async () => {
		sandbox().failNext('resetAfter', { when: isOf('Bea') });
		const { error, items } = await run(PERSONS, RETRIED);
		expect(sent()).toEqual(['Ada', 'Bea', 'Cleo']);
		expect(error).toMatchObject({
			message: expect.stringContaining('The request may have succeeded') as string,
			description: expect.stringMatching(
				/^A previous attempt sent this item.*Of 3 items: 2 written, 1 of unknown outcome, 0 not sent\./,
			) as string,
			context: { itemIndex: 1 },
		});
		expect(items).toEqual([]);
		expect(takeLines('outcomeUnknown')).toMatchObject([{ item: 1, isRetrySafe: false }]);
	});

	test('sends a log entry again as it was, whatever its payload would be by then', async () => {
		sandbox().failNext('resetAfter', { when: isOf('Ada') });
		await run({ ...LOG, options: { idempotencyKeyMode: 'content', maxRetries: 0 } }, RETRIED);
		const [first, again] = sandbox().requests.filter(isOf('Ada'));
		expect(again?.body).toEqual(first?.body);
	});

	test('sends what conflicts with its own key each time, does not hold up the others for it, and reports it', async () => {
		sandbox().settings.idempotency = 'conflict';
		sandbox().failNext('resetAfter');
		const { error } = await run({ ...LOG, options: { ...IN_ORDER, maxRetries: 1 } }, RETRIED);
		sandbox().settings.idempotency = 'first';
		expect(sent()).toEqual(['Ada', 'Ada', 'Ada', 'Bea', 'Cleo', 'Ada']);
		expect(error?.message).toMatch(/^The log entry may have been written by a previous attempt/);
		expect(error?.description).toContain(
			'Of 3 items: 2 written, 1 of unknown outcome, 0 not sent. A retry',
		);
	});
});

/** Retry in the list of executions runs the workflow as it is saved now. */
test('A retry of what was edited meanwhile finds whom an attempt has created, however often it is edited and retried since', async () => {
	sandbox().settings.searchDelayMs = Infinity;
	const options = { items: ITEMS.map(({ name }) => ({ name, email: `${name}@edited.example` })) };
	const parameters = { ...PERSONS, operation: 'upsert', matchValue: '={{ $json.email }}' };
	const edited = { ...parameters, name: '={{ $json.name }} again' };
	refuse('Cleo');
	const first = await runExecution(sandbox(), parameters, options);
	// With a limit and without: a limit that is refused is left out.
	sandbox().failNext('unprocessable', { times: 2, when: ({ method }) => method === 'GET' });
	const second = await retryExecution(sandbox(), edited, options, first);
	expect([first, second].map(({ error }) => error?.context.itemIndex)).toEqual([2, 0]);
	const third = await retryExecution(sandbox(), edited, options, second);
	sandbox().settings.searchDelayMs = 0;
	expect(third.error).toBeUndefined();
	expect(third.outputs[0]?.map(({ outcome }) => outcome)).toEqual([
		'updated',
		'updated',
		'created',
	]);
});

test('A run that fails at a value that no second try mends says what does, and how many more there are', async () => {
	const items = ['Ada', '', 'Cleo', '', ''].map((name) => ({ name }));
	const { error } = await run(PERSONS, { items });
	expect(error).toMatchObject({ context: { itemIndex: 1 } });
	expect(error?.description).toMatch(
		/Of 5 items: 1 written, 3 failed, 1 not sent\. At least 2 other items cannot be written either\. .*Settings > On Error to Continue \(using error output\)/,
	);
	expect(error?.description).not.toContain('A retry');
	expect(sent()).toEqual(['Ada']);
});

test.each([{}, RETRIED])(
	'Continue On Fail leaves nothing for an attempt that n8n will not make: %j',
	async (settings) => {
		refuse('Bea');
		const { kept } = await run(PERSONS, { ...settings, onError: 'continueRegularOutput' });
		expect(kept).not.toHaveProperty('failed');
	},
);

test.each([
	[{}, ['Nothing found. To continue anyway, turn on Settings > Always Output Data.']],
	[{ alwaysOutputData: true }, []],
])('A read that finds nothing, with %j, says what to do', async (settings, said) => {
	const nobody = { resource: 'person', operation: 'getAll', filters: { query: 'nobody' } };
	expect((await run(nobody, { items: [{}], ...settings })).hints).toEqual(said);
});

test.each([
	[
		{ resource: '__CUSTOM_API_CALL__' },
		/^This operation is not.*For a Custom API Call, use an HTTP Request node/,
	],
	[
		{ resource: 'invoice', operation: 'getAll' },
		/^This operation is not.*"invoice" has no operation/,
	],
])('An operation that does not exist: %j', async (parameters, words) => {
	const { error } = await run(parameters);
	expect(`${error?.message} ${error?.description}`).toMatch(words);
	expect(sandbox().requests).toEqual([]);
});

test('A retry is not held up by what may be written, if looking for that is refused', async () => {
	const upserts = { ...PERSONS, operation: 'upsert', matchValue: '={{ $json.name }}@acme.com' };
	sandbox().failNext('resetAfter', { when: isOf('Ada') });
	const looksForAda = ({ method, url }: RecordedRequest) => method === 'GET' && /ada/i.test(url);
	sandbox().failNext('unprocessable', {
		times: Infinity,
		when: (request) => looksForAda(request) && sent().length > 0,
	});
	const { error } = await run(upserts, { ...RETRIED, maxTries: 2 });
	expect(sent()).toEqual(['Ada', 'Bea', 'Cleo']);
	expect(error).toMatchObject({ context: { itemIndex: 0 } });
});
