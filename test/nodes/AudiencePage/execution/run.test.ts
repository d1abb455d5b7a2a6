import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
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
	payload: '={{ $json }}',
};

const run = async (parameters: INodeParameters, options: WorkflowOptions = {}) =>
	await runNode(sandbox(), parameters, { items: ITEMS, ...options });

const nameIn = ({ body }: RecordedRequest) => /"name":"(\w+)"/.exec(JSON.stringify(body))?.[1];
const isOf = (name: string) => (request: RecordedRequest) => nameIn(request) === name;
const sent = () => sandbox().requests.flatMap((request) => nameIn(request) ?? []);
const refuse = (name: string, times = 1) =>
	sandbox().failNext('unprocessable', { times, when: isOf(name) });

describe('A field that is sent, whose expression gives nothing', () => {
	const write = async (email: string, domain: string) =>
		(await run({ ...PERSONS, additionalFields: { email, domain } })).hints;

	test('for every item is named', async () => {
		expect(await write('={{ $json.mail }}', '={{ $json.site }}')).toEqual([
			'Nothing was sent for Domain and Email: the expression gave nothing for any item.',
		]);
	});

	test('for every item is named for a search, too, which then finds everybody', async () => {
		const search = {
			resource: 'person',
			operation: 'getAll',
			filters: { query: '={{ $json.mail }}' },
		};
		expect((await run(search)).hints).toContain(
			'Nothing was sent for Search: the expression gave nothing for any item.',
		);
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
		expect(hints).toEqual(['Skipped 1 item that the failed run had written.']);
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
			message: expect.stringMatching(/^The failed run may have created this item: check/) as string,
			description: expect.stringMatching(
				/^It was not sent again\. The error was: No answer.*Of 3 items: 2 written, 1 of unknown outcome, 0 not sent\./,
			) as string,
			context: { itemIndex: 1 },
		});
		expect(items).toEqual([]);
		expect(takeLines('outcomeUnknown')).toMatchObject([{ item: 1, isRetrySafe: false }]);
	});

	test('sends a log entry that may be written again with the same key', async () => {
		sandbox().failNext('resetAfter', { when: isOf('Ada') });
		const { error } = await run({ ...LOG, options: IN_ORDER }, RETRIED);
		expect(error).toBeUndefined();
		expect(sent()).toEqual(['Ada', 'Ada', 'Bea', 'Cleo']);
		const [first, again] = sandbox().requests.map(({ body }) => body as IDataObject);
		expect(again?.idempotencyKey).toEqual(first?.idempotencyKey);
	});
});

test('A log entry that was lost, and whose key is refused in the retry, may be written', async () => {
	sandbox().settings.idempotency = 'conflict';
	sandbox().failNext('resetAfter', { when: isOf('Ada') });
	const { error } = await run({ ...LOG, options: IN_ORDER }, RETRIED);
	sandbox().settings.idempotency = 'first';
	expect(error?.message).toMatch(/was used before.*It may be done: retry this execution/);
	expect(error?.description).toContain('Of 3 items: 0 written, 1 of unknown outcome, 2 not sent.');
});

/** Retry in the list of executions runs the workflow as it is saved now. */
describe('A retry of what was edited meanwhile', () => {
	const edited = async (parameters: INodeParameters, changes: INodeParameters) => {
		refuse('Cleo');
		const first = await runExecution(sandbox(), parameters, { items: ITEMS });
		expect(first.error).toMatchObject({ context: { itemIndex: 2 } });
		sandbox().requests.length = 0;
		return await retryExecution(sandbox(), { ...parameters, ...changes }, { items: ITEMS }, first);
	};

	test('creates nothing, if its fields were: the error says what to do', async () => {
		const { error } = await edited(PERSONS, { name: '={{ $json.name }} again' });
		expect(error?.message).toMatch(/^The failed run has created 2 items, or may have/);
		expect(sent()).toEqual([]);
	});

	test('creates nothing as a preview', async () => {
		const { error } = await edited(PERSONS, { options: { previewOnly: true } });
		expect(error?.message).toContain('remove Options > Preview Only and retry');
		expect(sent()).toEqual([]);
	});

	test('goes on, if its options were', async () => {
		const options = { ...IN_ORDER, invalidValues: 'leaveOut' };
		const { error, outputs } = await edited(PERSONS, { options });
		expect(error).toBeUndefined();
		expect(sent()).toEqual(['Cleo']);
		expect(outputs[0]).toMatchObject(ITEMS);
	});

	test('runs again as it is now, if it creates nothing twice', async () => {
		const upserts = {
			...PERSONS,
			operation: 'upsert',
			matchValue: '={{ $json.name }}@edited.example',
		};
		const { outputs } = await edited(upserts, { name: '={{ $json.name }} again' });
		const outcomes = outputs[0]?.map(({ outcome }) => outcome);
		expect(outcomes).toEqual(['updated', 'updated', 'created']);
	});
});

test('A run that ends at a refused value says what was written, and how to see all that are refused', async () => {
	const items = ['Ada', '', 'Cleo', '', ''].map((name) => ({ name }));
	const { error } = await run(PERSONS, { items });
	expect(error).toMatchObject({ context: { itemIndex: 1 } });
	expect(error?.description).toContain(
		'Of 5 items: 1 written, 1 failed, 3 not sent. Options > Preview Only shows all that would be refused. A retry of this workflow',
	);
	expect(error?.description).toContain('first set Settings > On Error to Continue');
	expect(sent()).toEqual(['Ada']);
});

test.each([{}, RETRIED])(
	'Continue On Fail leaves nothing for an attempt that n8n will not make: %j',
	async (settings) => {
		refuse('Bea');
		const { kept } = await run(PERSONS, { ...settings, onError: 'continueRegularOutput' });
		expect(kept).not.toHaveProperty('failedRuns');
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

describe('Entries of one run with one Idempotency Key', () => {
	const KEYED = { ...LOG, idempotencyKey: 'deal-1', options: IN_ORDER };

	test('and other content: the later is refused, in a retry too', async () => {
		const { error } = await run(KEYED, RETRIED);
		expect(error).toMatchObject({
			message: expect.stringMatching(
				/^Idempotency Key is that of item 0 \(counted from 0\), which has other content: .* \(got "deal-1"\)$/,
			) as string,
			context: { itemIndex: 1 },
		});
		expect(sent()).toEqual(['Ada']);
	});

	test('and the same content are one entry, and a hint counts them', async () => {
		const { hints } = await run(KEYED, { items: [ITEMS[0]!, ITEMS[0]!] });
		expect(hints).toEqual([
			'1 item wrote no log entry, because an earlier item has the same key: item 1 (counted from 0).',
		]);
	});
});

test('A tool that finds nothing says so: to a model, n8n gives an empty text', async () => {
	const nodeType = new (class extends AudiencePage {
		override async execute(this: IExecuteFunctions) {
			const context = Object.create(this, { isToolExecution: { value: () => true } });
			return await AudiencePage.prototype.execute.call(context as IExecuteFunctions);
		}
	})();
	const nobody = { resource: 'person', operation: 'getAll', filters: { query: 'nobody' } };
	const { json } = await run(nobody, { items: [{}], nodeType });
	expect(json).toEqual([{ message: 'Nothing found' }]);
});
