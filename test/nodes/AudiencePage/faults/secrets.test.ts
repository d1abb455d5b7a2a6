/**
 * The key is shown nowhere, and goes nowhere else. That nothing shows it is looked at after every
 * test with a bench.
 */
import type { INodeParameters } from 'n8n-workflow';
import { FAULTS_OF_ALL, type FaultKind } from '../../../service/faults';
import { isTried } from '../../../support/cases';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import { ENCODINGS } from '../../../support/keys';
import { byEmail } from '../../../support/locators';
import { openPicker, type Picker } from '../../../support/runNode';
import { withAnswers, type Answer } from '../../../support/services';
import { startWebServer, type WebServer } from '../../../support/webServer';
import { API_KEY, useBench } from './bench';

const { sandbox, run, show, expectUnseen } = useBench();

const parametersOf = (operation: string) => runnableNamed(operation).parameters;
const ofPickers = parametersOf('audienceMessage.restore');
const PICKERS: Picker[] = ['searchAudiences', 'searchMessages', 'searchPages', 'searchPersons'];

const isSilence = (kind: FaultKind) => kind.startsWith('silence');

/** With a second try, and with hardly any time where there is no answer to wait for. */
const hasty = ({ options, ...others }: INodeParameters, kind: FaultKind): INodeParameters => ({
	...others,
	options: {
		...(options as INodeParameters),
		...(isSilence(kind) && { timeout: 200 }),
		maxRetries: 1,
	},
});

describe('Where every answer is a fault', () => {
	let stranger: WebServer;

	beforeEach(async () => {
		stranger = await startWebServer(() => ({}));
	});
	afterEach(() => stranger.close());

	test.each(FAULTS_OF_ALL)('%s', async (kind) => {
		Object.assign(sandbox().settings.faults, {
			chances: { [kind]: 1 },
			redirectTo: stranger.url,
			errorBody: {
				message: `No answer for ${API_KEY}`,
				errors: [{ headers: { 'x-api-key': API_KEY } }],
			},
		});
		const tried = runnable.filter((_operation, n) => isTried(n + FAULTS_OF_ALL.indexOf(kind)));
		const runs = tried.map(async ({ parameters }) => {
			const stopped = await run(hasty(parameters, kind), { items: [{}, {}] });
			expect(stopped.error?.message).toBeDefined();
			const onError = 'continueRegularOutput';
			const { items } = await run(hasty(parameters, kind), { items: [{}, {}], onError });
			expect(items.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
		});
		await Promise.all(runs);
		// A picker gives up after 15 s.
		for (const picker of isSilence(kind) ? [] : PICKERS) {
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
		'the ID of a person',
		{ ...parametersOf('person.update'), personId: byEmail('ada@acme.com') },
		(key) => ({
			body: { items: ['p1', key].map((personId) => ({ email: 'ada@acme.com', personId })) },
		}),
	],
	[
		'a cursor',
		{ ...parametersOf('person.getAll'), returnAll: true },
		(key) => ({ body: { items: [], hasMore: true, nextCursor: key, totalCount: key } }),
	],
])('Where a service repeats it in %s', async (_place, parameters, answer) => {
	const apiKey = 'k/+ey <of> "a" &test';
	for (const encode of Object.values(ENCODINGS)) {
		const repeated = encode(apiKey);
		await withAnswers([answer(repeated)], async ({ url }) => {
			const { error } = await run(parameters, { credentials: { baseUrl: url, apiKey } });
			expect(show(error)).toBeDefined();
			expectUnseen(repeated);
		});
	}
});
