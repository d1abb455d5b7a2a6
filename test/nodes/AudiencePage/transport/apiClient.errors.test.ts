import { noFaults } from '../../../service/faults/settings';
import { useVirtualTime } from '../../../support/virtualTime';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';
import { applied, sender, type Way } from './ways';

const sandbox = useSandbox();
const send = sender(sandbox);
useVirtualTime();
afterEach(() => {
	sandbox().settings.faults = noFaults();
	sandbox().settings.idempotency = 'first';
});

describe('A conflict', () => {
	const lost: Answer = { status: 502 };
	const limited: Answer = { status: 429, headers: { 'retry-after': '0' } };
	const conflict: Answer = { status: 409, body: { message: 'This key was used' } };

	test.each<[Way, string, Answer[], string]>([
		[
			'POST with a key',
			'after a lost answer',
			[lost, conflict],
			'Probably written by the earlier try: This key was used',
		],
		['POST with a key', 'at once', [conflict], 'This key was used'],
		['POST with a key', 'after a rate limit', [limited, conflict], 'This key was used'],
		['PATCH', 'after a lost answer', [lost, conflict], 'This key was used'],
	])('to a %s %s', async (way, _when, answers, message) => {
		await withAnswers(answers, async (service) => {
			const { error } = await send(way, service);
			expect(error?.message).toBe(message);
			expect(service.requests).toHaveLength(answers.length);
		});
	});

	test('by the service itself, which has the entry', async () => {
		sandbox().settings.idempotency = 'conflict';
		sandbox().failNext('resetAfter');
		const { error } = await send('POST with a key');
		expect(error?.message).toMatch(/^Probably written by the earlier try: idempotencyKey .* was used before/);
		expect(applied(sandbox().requests)).toBe(1);
	});
});

describe('Errors in every shape', () => {
	test.each<[unknown, string]>([
		[{ message: 'Down for now' }, 'Down for now'],
		[{ error: { message: 'Down for now' } }, 'Down for now'],
		[{ error: '' }, 'The service answered 500 without saying why'],
		[{ errors: [] }, 'The service answered 500 without saying why'],
		['Down for now', 'Down for now'],
		['<html><title>Down for now</title></html>', 'Down for now'],
		[undefined, 'The service answered 500 without saying why'],
	])('%j', async (errorBody, message) => {
		sandbox().settings.faults.errorBody = errorBody;
		sandbox().failNext('internalError');
		const { error } = await send('GET', sandbox(), { maxRetries: 0 });
		expect(error).toMatchObject({ message, httpCode: '500' });
		expect(error?.description).toContain('Run the workflow again later');
	});

	test('the key, should the service repeat it, is not shown', async () => {
		sandbox().settings.faults.errorBody = { message: `Key ${sandbox().apiKey} is no good` };
		sandbox().failNext('internalError');
		const { error } = await send('GET', sandbox(), { maxRetries: 0 });
		expect(error?.message).toBe('Key (API key) is no good');
	});
});
