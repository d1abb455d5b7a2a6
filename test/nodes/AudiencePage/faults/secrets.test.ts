import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { APPLIED_FAULTS, UNAPPLIED_FAULTS, type FaultKind } from '../../../service/faults/kinds';
import { isTried } from '../../../support/cases';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import type { Picker } from '../../../support/runNode';
import { startWebServer, type WebServer } from '../../../support/webServer';
import { useBench } from './runs';
import { API_KEY } from './secrets';

const bench = useBench();

const parametersOf = (operation: string) => runnableNamed(operation).parameters;
const ofPickers = parametersOf('audienceMessage.restore');
const PICKERS: Picker[] = ['searchAudiences', 'searchMessages', 'searchPages', 'searchPersons'];

const isSilence = (kind: FaultKind) => kind.startsWith('silence');

/** With a second try, and with hardly any time where there is no answer to wait for. */
const hasty = (parameters: INodeParameters, kind: FaultKind): INodeParameters => ({
	...parameters,
	options: {
		...(parameters.options as INodeParameters | undefined),
		...(isSilence(kind) && { timeout: 200 }),
		maxRetries: 1,
	},
});

const KINDS: FaultKind[] = [...UNAPPLIED_FAULTS, ...APPLIED_FAULTS];
/** A picker gives up after 15 s. */
const QUICK_KINDS = KINDS.filter((kind) => !isSilence(kind));

// That nothing shows the key is looked at after every test that has a bench.
describe('The key is shown nowhere, and goes nowhere else', () => {
	let stranger: WebServer;

	beforeEach(async () => {
		stranger = await startWebServer(() => ({ status: 200, body: '{"items":[]}' }));
	});
	afterEach(() => stranger.close());

	/** Has a service that repeats what it was sent answer everything with this. */
	function failWith(kind: FaultKind): void {
		Object.assign(bench().sandbox.settings.faults, {
			chances: { [kind]: 1 },
			redirectTo: stranger.url,
			errorBody: {
				message: `No answer for the key ${API_KEY}`,
				errors: [{ headers: { 'x-api-key': API_KEY } }],
			},
		});
	}

	test.each(KINDS)('where the service answers operations with %s', async (kind) => {
		const tried = runnable.filter((_operation, n) => isTried(n + KINDS.indexOf(kind)));
		failWith(kind);
		const ended = await Promise.all(
			tried.map(async ({ name, parameters: needed }) => {
				const parameters = hasty(needed, kind);
				const options = { items: [{}, {}] };
				const stopped = await bench().run(parameters, options);
				const continued = await bench().run(parameters, { ...options, onError: 'continueRegularOutput' });
				return [name, typeof stopped.error?.message, continued.items.map(({ json }) => typeof json.error)];
			}),
		);

		expect(ended).toEqual(tried.map(({ name }) => [name, 'string', ['string', 'string']]));
		const { requests } = bench().sandbox;
		expect(new Set(requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([API_KEY]));
		expect(stranger.requests).toEqual([]);
	});

	test.each(QUICK_KINDS)('where the service answers a picker with %s', async (kind) => {
		failWith(kind);
		await bench().run(hasty(ofPickers, kind));
		const shown = await Promise.all(PICKERS.map((picker) => bench().open(picker, ofPickers)));

		expect(shown.map((error) => error instanceof Error)).toEqual(PICKERS.map(() => true));
		expect(stranger.requests).toEqual([]);
	});
});

test('A user and a password in the Base URL are shown nowhere', async () => {
	const baseUrl = bench().sandbox.url.replace('//', '//user-nobody-may-see:password-nobody-may-see@');
	for (const { parameters } of runnable) {
		const { error } = await bench().run(parameters, { credentials: { baseUrl, apiKey: API_KEY } });
		expect(error?.message).toContain('must not contain a user name or a password');
		const onError = 'continueRegularOutput';
		const { items } = await bench().run(parameters, { credentials: { baseUrl, apiKey: API_KEY }, onError });
		expect(items.map(({ json }: { json: IDataObject }) => json.error)).toEqual([error?.message]);
	}
	expect(bench().sandbox.requests).toEqual([]);
	bench().expectUnseen('nobody-may-see');
});
