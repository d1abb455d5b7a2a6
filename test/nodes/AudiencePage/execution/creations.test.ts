/** What a retry by n8n makes of what the failed run has created, or may have. */
import { NodeApiError, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { creationAfter } from '../../../../nodes/AudiencePage/execution/creations';
import {
	RetryableOutcomeError,
	UnknownOutcomeError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import type { RecordedRequest } from '../../../service/sandbox';
import { takeLines } from '../../../support/log';
import { aNode } from '../../../support/node';
import { retryExecution, runExecution, runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import { useVirtualTime } from '../../../support/virtualTime';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();
useVirtualTime();

const ITEMS = ['Ada', 'Bea', 'Cleo'].map((name) => ({ name }));
/** So that it is known what was sent when another item failed. */
const IN_ORDER = { maxConcurrentRequests: 1 };
const PERSONS: INodeParameters = {
	...{ resource: 'person', operation: 'create', name: '={{ $json.name }}' },
	options: IN_ORDER,
};
const LOG: INodeParameters = {
	...{ resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
	...{ payload: '={{ $json }}', options: IN_ORDER },
};
const RETRIED = { retryOnFail: true, maxTries: 3 };

const run = async (parameters: INodeParameters, options: WorkflowOptions = RETRIED) =>
	await runNode(sandbox(), parameters, { items: ITEMS, ...options });

const nameIn = ({ body }: RecordedRequest) => /"name":"(\w+)"/.exec(JSON.stringify(body))?.[1];
const isOf = (name: string) => (request: RecordedRequest) => nameIn(request) === name;
const sentNames = () => sandbox().requests.map(nameIn);
const refuse = (name: string, times = 1) =>
	sandbox().failNext('unprocessable', { times, when: isOf(name) });

describe('Retry On Fail', () => {
	test('sends again only what was not written, and says so', async () => {
		refuse('Bea', 2);
		const { hints } = await run(PERSONS);
		expect(sentNames()).toEqual(['Ada', 'Bea', 'Bea', 'Bea', 'Cleo']);
		expect(hints).toEqual(['Skipped 1 item that the failed run had written.']);
		expect(takeLines('tookOver')).toMatchObject([{ items: 1 }, { items: 1 }]);
	});

	test('sends nothing again of what has an empty error', async () => {
		sandbox().settings.onAnswer = (_request, answer) =>
			Object.assign(answer.body as object, { error: '' });
		await run(PERSONS);
		sandbox().settings.onAnswer = () => undefined;
		expect(sentNames()).toEqual(['Ada', 'Bea', 'Cleo']);
	});

	test('does not send what may be done, and reports it when all else is sent', async () => {
		sandbox().failNext('resetAfter', { when: isOf('Bea') });
		const { error, items } = await run(PERSONS);
		expect(sentNames()).toEqual(['Ada', 'Bea', 'Cleo']);
		expect(error?.message).toMatch(/^The failed run may have created this item: check/);
		expect(error?.description).toMatch(/^It was not sent again\. The error was: No answer/);
		expect(error?.description).toContain(
			'Of 3 items: 2 written, 1 of unknown outcome, 0 not sent.',
		);
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(items).toEqual([]);
		expect(takeLines('outcomeUnknown')).toMatchObject([{ item: 1, isRetrySafe: false }]);
	});

	test('sends a log entry that may be written again with the same key', async () => {
		sandbox().failNext('resetAfter', { when: isOf('Ada') });
		const { error } = await run(LOG);
		expect(error).toBeUndefined();
		expect(sentNames()).toEqual(['Ada', 'Ada', 'Bea', 'Cleo']);
		const [first, again] = sandbox().requests.map(({ body }) => body as IDataObject);
		expect(again?.idempotencyKey).toEqual(first?.idempotencyKey);
	});

	test('says that a log entry that was lost may be written, if its key is then refused', async () => {
		sandbox().settings.idempotency = 'conflict';
		sandbox().failNext('resetAfter', { when: isOf('Ada') });
		const { error } = await run(LOG);
		sandbox().settings.idempotency = 'first';
		expect(error?.message).toMatch(/was used before.*It may be done: retry this execution/);
		expect(error?.description).toContain('0 written, 1 of unknown outcome, 2 not sent.');
	});
});

/** It runs the workflow as it is saved now, from the run that failed. */
describe('Retry in the list of executions', () => {
	/** @param changes of the parameters or the options, since the run that failed at an item */
	async function retried(
		failedAt: string,
		changes: INodeParameters = {},
		options: WorkflowOptions = {},
		parameters = PERSONS,
	) {
		refuse(failedAt);
		const first = await runExecution(sandbox(), parameters, { items: ITEMS, ...options });
		expect(first.error).toBeDefined();
		sandbox().requests.length = 0;
		const changed = { ...parameters, ...changes };
		return await retryExecution(sandbox(), changed, { items: ITEMS, ...options }, first);
	}

	test('goes on after what the failed run has created, also if options were changed', async () => {
		const options = { ...IN_ORDER, invalidValues: 'leaveOut' };
		const { error, outputs } = await retried('Cleo', { options });
		expect(error).toBeUndefined();
		expect(sentNames()).toEqual(['Cleo']);
		expect(outputs[0]).toMatchObject(ITEMS);
	});

	test('knows nothing of this run in the other runs of the execution', async () => {
		const { error } = await retried('Bea', {}, { batches: [ITEMS, ITEMS] });
		expect(error).toBeUndefined();
		expect(sentNames()).toEqual(['Bea', 'Cleo', 'Ada', 'Bea', 'Cleo']);
	});

	test.each<[string, INodeParameters, string]>([
		[
			'if the fields were changed',
			{ name: '={{ $json.name }} again' },
			'Fields or credential of the node were changed since. Undo that and retry, or run the rest',
		],
		['as a preview', { options: { previewOnly: true } }, 'remove Options > Preview Only and retry'],
	])('creates nothing %s: the error says what to do', async (_what, changes, cure) => {
		const { error } = await retried('Cleo', changes);
		expect(error?.message).toContain('The failed run has created 2 items, or may have. ');
		expect(error?.message).toContain(cure);
		expect(sentNames()).toEqual([]);
	});

	test('runs as the node is now, if nothing was created', async () => {
		await retried('Ada', { name: '={{ $json.name }} B' });
		expect(sandbox().requests.map(({ body }) => body)).toMatchObject([
			...[{ name: 'Ada B' }, { name: 'Bea B' }, { name: 'Cleo B' }],
		]);
	});

	test('runs as the node is now, if it creates nothing twice', async () => {
		const matchValue = '={{ $json.name }}@edited.example';
		const upserts = { ...PERSONS, operation: 'upsert', matchValue };
		const changes = { name: '={{ $json.name }} again' };
		const { outputs } = await retried('Cleo', changes, {}, upserts);
		const outcomes = outputs[0]?.map(({ outcome }) => outcome);
		expect(outcomes).toEqual(['updated', 'updated', 'created']);
	});
});

test.each([{}, RETRIED])(
	'Continue On Fail leaves nothing for an attempt that n8n will not make: %j',
	async (settings) => {
		refuse('Bea');
		const { kept } = await run(PERSONS, { ...settings, onError: 'continueRegularOutput' });
		expect(kept).not.toHaveProperty('failedRuns');
	},
);

const LOST = 'The connection was cut';
const errorOf = (ErrorType: typeof NodeApiError) => new ErrorType(aNode, {}, { message: LOST });

test.each<[string, Error, unknown]>([
	['lost', errorOf(UnknownOutcomeError), { mayExist: LOST }],
	['lost with a key', errorOf(RetryableOutcomeError), { sentWithKey: true }],
	['lost as the run ended', new RequestAbortedError(true), { sentWithKey: true }],
	['not sent as the run ended', new RequestAbortedError(false), undefined],
	['refused', errorOf(NodeApiError), undefined],
])('A creation that was %s leaves to its retry what it has to know', (_what, error, creation) => {
	expect(creationAfter(error)).toEqual(creation);
});
