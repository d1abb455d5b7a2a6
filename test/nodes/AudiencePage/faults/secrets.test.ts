import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { APPLIED_FAULTS, UNAPPLIED_FAULTS, type FaultKind } from '../../../service/faults/kinds';
import { startWebServer } from '../../../support/webServer';
import { CREATE_ENTRY, entryItems } from './entries';
import { useBench } from './runs';
import { API_KEY } from './secrets';

const bench = useBench();

const OPERATIONS: Array<[string, INodeParameters]> = [
	['an entry', CREATE_ENTRY],
	['a person', { resource: 'person', operation: 'create', name: 'Nathan' }],
	['a list', { resource: 'person', operation: 'getAll', returnAll: true }],
];

/** With hardly any time, and a second try. */
const hasty = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as INodeParameters | undefined), timeout: 200, maxRetries: 1 },
});

const KINDS: FaultKind[] = [...UNAPPLIED_FAULTS, ...APPLIED_FAULTS];

// That nothing shows the key is looked at after every test that has a bench.
describe.each(KINDS)(
	'The key is shown nowhere, and goes nowhere else, where the service answers with %s',
	(kind) => {
		test.each(OPERATIONS)('to a request for %s', async (_what, parameters) => {
			const { sandbox } = bench();
			const stranger = await startWebServer(() => ({ status: 200, body: '{"items":[]}' }));
			Object.assign(sandbox.settings.faults, {
				chances: { [kind]: 1 },
				redirectTo: stranger.url,
				// A service that repeats what it was sent.
				errorBody: {
					message: `No answer for the key ${API_KEY}`,
					errors: [{ headers: { 'x-api-key': API_KEY } }],
				},
			});
			const options = { items: entryItems(2, 2) };
			const stopped = await bench().run(hasty(parameters), options);
			const continued = await bench().run(hasty(parameters), {
				...options,
				onError: 'continueRegularOutput',
			});
			await stranger.close();

			expect(stopped.error?.message).toEqual(expect.any(String));
			expect(continued.items.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
			expect(sandbox.requests[0]?.headers['x-api-key']).toBe(API_KEY);
			expect(stranger.requests).toEqual([]);
		});
	},
);

const ECHOES: Array<[string, (key: string) => unknown]> = [
	['as text', (key) => `Who is ${key}?`],
	['as a page', (key) => `<html><head><title>Who is ${key}?</title></head></html>`],
	['in a list', (key) => ({ errors: [{ message: key }, `${key} again`] })],
	['where the message is cut', (key) => ({ message: `${'x'.repeat(300 - key.length / 2)}${key}` })],
];

test.each(ECHOES)('No part of a key that the service repeats is shown: %s', async (_how, echo) => {
	const { sandbox } = bench();
	Object.assign(sandbox.settings.faults, { chances: { internalError: 1 }, errorBody: echo(API_KEY) });
	const { error } = await bench().run(CREATE_ENTRY, { items: entryItems(1, 1) });
	expect(error?.message).not.toContain(API_KEY.slice(0, 8));
});

test('A user and a password in the Base URL are shown nowhere', async () => {
	const baseUrl = bench().sandbox.url.replace('//', '//user-nobody-may-see:password-nobody-may-see@');
	for (const [, parameters] of OPERATIONS) {
		const { error } = await bench().run(parameters, { credentials: { baseUrl, apiKey: API_KEY } });
		expect(error?.message).toContain('must not contain a user name or a password');
		const onError = 'continueRegularOutput';
		const { items } = await bench().run(parameters, { credentials: { baseUrl, apiKey: API_KEY }, onError });
		expect(items.map(({ json }: { json: IDataObject }) => json.error)).toEqual([error?.message]);
	}
	expect(bench().sandbox.requests).toEqual([]);
	bench().expectUnseen('nobody-may-see');
});
