/**
 * The key is shown nowhere, and goes nowhere else. That nothing shows it is looked at after every
 * test with a bench.
 */
import type { INodeParameters } from 'n8n-workflow';
import * as apiClient from '../../../../nodes/AudiencePage/transport/apiClient';
import { FAULTS_OF_ALL } from '../../../service/faults';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import { openPicker, type Picker } from '../../../support/runNode';
import { withAnswers, type Answer } from '../../../support/services';
import { startWebServer, type WebServer } from '../../../support/webServer';
import { API_KEY, useBench } from './bench';

const { sandbox, run, show, expectUnseen } = useBench();

const parametersOf = (operation: string) => runnableNamed(operation).parameters;
const ofPickers = parametersOf('audienceMessage.restore');
const PICKERS: Picker[] = ['searchAudiences', 'searchMessages', 'searchPages', 'searchPersons'];

/** A silence lasts as long as this, in milliseconds. */
const A_MOMENT = 50;

/** Each fault is met by a third of the operations, each operation by a third of the faults. */
describe('Where every answer is a fault', () => {
	let stranger: WebServer;

	beforeEach(async () => {
		jest.replaceProperty(apiClient as { TIMEOUT: number }, 'TIMEOUT', A_MOMENT);
		stranger = await startWebServer(() => ({}));
	});
	afterEach(() => stranger.close());

	test.each(FAULTS_OF_ALL)('%s', async (kind) => {
		Object.assign(sandbox().settings.faults, {
			chances: { [kind]: 1 },
			redirectTo: stranger.url,
			errorBody: {
				message: `No answer for ${API_KEY}`,
				errors: [{ headers: { 'x-api-key': API_KEY }, url: encodeURIComponent(API_KEY) }],
			},
		});
		const tried = runnable.filter((_operation, n) => n % 3 === FAULTS_OF_ALL.indexOf(kind) % 3);
		const runs = tried.map(async ({ parameters }) => {
			const stopped = await run(parameters, { items: [{}, {}] });
			expect(stopped.error?.message).toBeDefined();
			const onError = 'continueRegularOutput';
			const { items } = await run(parameters, { items: [{}, {}], onError });
			expect(items.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
		});
		await Promise.all(runs);
		for (const picker of PICKERS) {
			const opened = openPicker(sandbox(), picker, { parameters: ofPickers });
			expect(show(await opened.catch((error: unknown) => error))).toBeInstanceOf(Error);
		}
		const { requests } = sandbox();
		expect(new Set(requests.map(({ headers }) => headers['x-api-key']))).toEqual(
			new Set([API_KEY]),
		);
		expect(stranger.requests).toEqual([]);
	});
});

/** Where else than in a message a service can repeat the key so that it is told. */
test.each<[string, INodeParameters, (key: string) => Answer]>([
	[
		'the title of a web page',
		parametersOf('accountLog.create'),
		(key) => ({ status: 403, body: `<title>${key}</title>` }),
	],
	[
		'a cursor',
		{ ...parametersOf('person.getAll'), returnAll: true },
		(key) => ({ body: { items: [], hasMore: true, nextCursor: key, totalCount: key } }),
	],
])('Where a service repeats it in %s', async (_place, parameters, answer) => {
	const apiKey = 'k/+ey <of> "a" &test';
	for (const repeated of [apiKey, encodeURIComponent(apiKey)]) {
		await withAnswers([answer(repeated)], async ({ url }) => {
			const { error } = await run(parameters, { credentials: { baseUrl: url, apiKey } });
			expect(show(error)).toBeDefined();
			expectUnseen(repeated);
		});
	}
});
