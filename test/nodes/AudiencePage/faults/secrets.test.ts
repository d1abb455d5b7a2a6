/** The key is shown nowhere, and goes nowhere else. That nothing shows it is looked at after every test with a bench. */
import type { INodeParameters } from 'n8n-workflow';

import { APPLIED_FAULTS, UNAPPLIED_FAULTS, type FaultKind } from '../../../service/faults';
import { isTried } from '../../../support/cases';
import { watchedBy } from '../../../support/everyEvent';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import { ENCODINGS, textsIn } from '../../../support/keys';
import { byEmail, byId } from '../../../support/locators';
import { openPicker, type Picker } from '../../../support/runNode';
import { withAnswers, type Answer } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { startWebServer, type WebServer } from '../../../support/webServer';
import { API_KEY, useBench } from './bench';

const bench = useBench();

const parametersOf = (operation: string) => runnableNamed(operation).parameters;
const ofPickers = parametersOf('audienceMessage.restore');
const PICKERS: Picker[] = ['searchAudiences', 'searchMessages', 'searchPages', 'searchPersons'];
const failureOf = async (running: Promise<unknown>) => await running.catch((error: Error) => error);

const isSilence = (kind: FaultKind) => kind.startsWith('silence');

/** With a second try, and with hardly any time where there is no answer to wait for. */
const hasty = ({ options, ...others }: INodeParameters, kind: FaultKind): INodeParameters => ({
	...others,
	options: { ...(options as INodeParameters), ...(isSilence(kind) && { timeout: 200 }), maxRetries: 1 },
});

const KINDS: FaultKind[] = [...UNAPPLIED_FAULTS, ...APPLIED_FAULTS];

describe('Where every answer is a fault', () => {
	let stranger: WebServer;

	beforeEach(async () => {
		stranger = await startWebServer(() => ({ status: 200, body: '{"items":[]}' }));
	});
	afterEach(() => stranger.close());

	test.each(KINDS)('%s', async (kind) => {
		Object.assign(bench().sandbox.settings.faults, {
			chances: { [kind]: 1 },
			redirectTo: stranger.url,
			errorBody: { message: `No answer for ${API_KEY}`, errors: [{ headers: { 'x-api-key': API_KEY } }] },
		});
		const tried = runnable.filter((_operation, n) => isTried(n + KINDS.indexOf(kind)));
		const ended = await Promise.all(
			tried.map(async ({ name, parameters }) => {
				const options = { items: [{}, {}] };
				const stopped = await bench().run(hasty(parameters, kind), options);
				const continued = { ...options, onError: 'continueRegularOutput' as const };
				const { items } = await bench().run(hasty(parameters, kind), continued);
				return [name, typeof stopped.error?.message, items.map(({ json }) => typeof json.error)];
			}),
		);
		expect(ended).toEqual(tried.map(({ name }) => [name, 'string', ['string', 'string']]));
		// A picker gives up after 15 s.
		for (const picker of isSilence(kind) ? [] : PICKERS) {
			const opened = openPicker(bench().sandbox, picker, { parameters: ofPickers });
			expect(bench().show(await failureOf(opened))).toBeInstanceOf(Error);
		}
		const { requests } = bench().sandbox;
		expect(new Set(requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([API_KEY]));
		expect(stranger.requests).toEqual([]);
	});
});

const people = (...ids: string[]) => ({
	items: ids.map((personId) => ({ name: 'Ada', email: 'ada@acme.com', personId })),
	hasMore: false,
});
const createEntry = parametersOf('accountLog.create');
const getPeople = { ...parametersOf('person.getAll'), returnAll: true };
const updateAda = { ...parametersOf('person.update'), personId: byEmail('ada@acme.com') };

/** Where else than in a message a service can repeat the key so that it is told. */
const PLACES: Record<string, [INodeParameters, (key: string) => Answer[]]> = {
	'the title of a page': [createEntry, (key) => [{ status: 403, body: `<title>${key}</title>` }]],
	'a page that answers 200': [getPeople, (key) => [{ body: `<h1>Who is ${key}?</h1>` }]],
	'headers of a limit': [
		createEntry,
		(key) => [{ status: 429, headers: { 'retry-after': '999', 'x-key': key }, body: { message: key } }],
	],
	'the IDs of several people': [updateAda, (key) => [{ body: people('p1', key, `p-${key}`) }]],
	'the ID of nobody': [updateAda, (key) => [{ body: people(`p-${key}`) }, { status: 404 }]],
	'a cursor': [
		getPeople,
		(key) => [{ body: { items: [], hasMore: true, nextCursor: key, totalCount: key } }],
	],
};

test.each(Object.entries(PLACES))(
	'Where a service repeats it in %s',
	async (_place, [parameters, answers]) => {
		const key = 'k/+ey <of> "a" &test';
		for (const encode of Object.values(ENCODINGS)) {
			const repeated = encode(key);
			await withAnswers(answers(repeated), async ({ url }) => {
				const credentials = { baseUrl: url, apiKey: key };
				const { error } = await bench().run(parameters, { credentials });
				expect(bench().show(error)).toBeDefined();
				await bench().run(parameters, { credentials, onError: 'continueRegularOutput' });
				bench().expectUnseen(repeated);
			});
		}
	},
);

test('Where a picker or a trigger has it in the path of its error', async () => {
	const key = 'key of/a+test';
	const pageId = `page-${encodeURIComponent(key)}`;
	await withAnswers([{ status: 404 }], async ({ url }) => {
		const service = { url, apiKey: key };
		const { parameters } = watchedBy('audienceCreated');
		const trigger = new Trigger(service, { ...parameters, pageId: byId(pageId) });
		for (const attempt of [
			async () => await openPicker(service, 'searchAudiences', { parameters: { pageId } }),
			async () => await trigger.activate(),
			async () => await trigger.fetchTestEvent(),
		]) {
			const error = await failureOf(attempt());
			expect(error).toBeInstanceOf(Error);
			bench().show(textsIn(error));
		}
		bench().show([trigger.staticData, trigger.warnings]);
		bench().expectUnseen(encodeURIComponent(key));
	});
});

test('A user and a password in the Base URL are shown nowhere', async () => {
	const baseUrl = bench().sandbox.url.replace('//', '//user-nobody-may-see:password-nobody-may-see@');
	for (const { parameters } of runnable) {
		const { error } = await bench().run(parameters, { credentials: { baseUrl, apiKey: API_KEY } });
		expect(error?.message).toContain('must not contain a user name or a password');
	}
	expect(bench().sandbox.requests).toEqual([]);
	bench().expectUnseen('nobody-may-see');
});
