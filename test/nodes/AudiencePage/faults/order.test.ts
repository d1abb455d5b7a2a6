/** Many items, however the service and the network fail: what the worlds try with few. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultKind, RecordedRequest } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { casesOf } from '../../../support/cases';
import { ID_EXPRESSIONS, runnableNamed } from '../../../support/everyOperation';
import { linkedItems } from '../../../support/itemLinks';
import { times, useBench } from './bench';

const ACCOUNTS = 10;
const COUNT = casesOf(400, 8);

const bench = useBench({ sizes: { accounts: ACCOUNTS } });

describe('Log entries', () => {
	/** What a bad network and a service under load do to requests: 11 of 100 are hit. */
	const CHANCES: Partial<Record<FaultKind, number>> = {
		unavailable: 0.05,
		resetBefore: 0.02,
		resetAfter: 0.02,
		cutShort: 0.01,
		tooManyRequests: 0.01,
	};

	const create = (maxConcurrentRequests: number): INodeParameters => ({
		...{ resource: 'accountLog', operation: 'create', source: 'fault-tests' },
		...{ accountId: '={{ $json.accountId }}', domain: '={{ $json.domain }}' },
		options: {
			...{ idempotencyKeyMode: 'custom', idempotencyKey: '={{ "deal-" + $json.n }}' },
			maxConcurrentRequests,
		},
	});

	/** In turn for each account, which is named by its ID, by both, by its domain as people type it, by both, … */
	const items = (): IDataObject[] => {
		const accounts = bench().sandbox.store.accounts.all();
		return times(COUNT, (n) => {
			const { accountId, domain } = accounts[n % ACCOUNTS]!;
			const way = Math.floor(n / ACCOUNTS) % 4;
			const typed = n % 3 === 0 ? domain.toUpperCase() : domain;
			return { n, accountId: way === 2 ? '' : accountId, domain: way === 0 ? '' : typed };
		});
	};

	/** The numbers of the items whose entries are there, account by account, in the order of the entries. */
	const written = (): unknown[][] => {
		const { accounts, accountLogs } = bench().sandbox.store;
		return accounts.all().map(({ accountId }) =>
			accountLogs
				.of(accountId)
				.all()
				.filter(({ source }) => source === 'fault-tests')
				.map(({ payload }) => payload.n),
		);
	};

	test.each([
		[1, 1],
		[64, 4],
	])(
		'are there once, in the order of the items of their account: up to %i at a time, and %i at least',
		async (most, least) => {
			const { sandbox } = bench();
			Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances: CHANCES });
			sandbox.settings.onRequest = async () => await until(() => sandbox.mostInFlight >= least);
			const { error, items: outputs } = await bench().run(create(most), { items: items() });
			expect(error).toBeUndefined();
			expect(written()).toEqual(
				times(ACCOUNTS, (account) => times(COUNT / ACCOUNTS, (n) => n * ACCOUNTS + account)),
			);
			expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(times(COUNT, (item) => ({ item })));
			expect(sandbox.mostInFlight).toBeLessThanOrEqual(most);
			const faults = new Set(sandbox.requests.flatMap(({ fault }) => fault ?? []));
			expect(faults).toEqual(new Set(Object.keys(CHANCES)));
		},
	);

	test('one that is refused ends the run: nothing more is sent, and what is on its way is awaited', async () => {
		const { sandbox } = bench();
		const isRefused = ({ body }: RecordedRequest) =>
			(body as { payload: { n: number } }).payload.n === COUNT / 2;
		sandbox.failNext('unprocessable', { when: isRefused });
		// What comes after it is answered after it.
		sandbox.settings.onRequest = async (request) => {
			const refused = sandbox.requests.find((one) => one.body !== undefined && isRefused(one));
			if (refused && refused !== request) await until(() => refused.endedAt !== undefined);
		};
		const { error } = await bench().run(create(8), { items: items() });
		expect(error?.context.itemIndex).toBe(COUNT / 2);
		const count = written().flat().length;
		expect(sandbox.requests).toHaveLength(count + 1);
		expect(error?.description).toContain(
			`Of ${COUNT} items: ${count} written, 1 failed, ${COUNT - count - 1} not sent.`,
		);
		expect(count).toBeLessThan(COUNT / 2 + 100);
	});
});

/** What changes one record goes one after the other, and several records at once. In which order, scheduler.test.ts says. */
test.each(['account.update', 'page.update', 'person.update', 'topicEntry.update', 'audienceMessage.restore'])(
	'%s',
	async (name) => {
		const { sandbox } = bench();
		const chances = { unavailable: 0.1, resetBefore: 0.1, tooManyRequests: 0.1 };
		Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances });
		sandbox.settings.onRequest = async () => await until(() => sandbox.mostInFlight >= 2);
		const records = linkedItems(sandbox);
		const items = times(30, (n) => ({ ...records[n % 3], n }));
		await bench().run(runnableNamed(name).parametersFor(ID_EXPRESSIONS), {
			items,
			onError: 'continueRegularOutput',
		});
		const { requests } = sandbox;
		expect(requests.length).toBeGreaterThan(items.length);
		// The snapshots of an audience are put in each other's place.
		const recordOf = ({ path }: (typeof requests)[number]) => path.replace(/\/messages\/.*/, '');
		expect(new Set(requests.map(recordOf)).size).toBe(3);
		for (const [at, request] of requests.entries()) {
			const before = requests
				.slice(0, at)
				.filter((one) => recordOf(one) === recordOf(request))
				.at(-1);
			expect(request.startedAt).toBeGreaterThanOrEqual(before?.endedAt ?? 0);
		}
	},
);
