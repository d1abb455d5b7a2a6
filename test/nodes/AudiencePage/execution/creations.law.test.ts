/**
 * Each new record is there once, or it is reported: whatever is lost on the way, and however the
 * node is set up.
 */
import fc from 'fast-check';
import type { INodeParameters, IPairedItemData } from 'n8n-workflow';
import { FAULTS_OF_ALL } from '../../../service/faults';
import type { Sandbox } from '../../../service/sandbox';
import { byId } from '../../../support/locators';
import { runNode, type NodeRun } from '../../../support/runNode';
import { firstIds } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { useVirtualTime } from '../../../support/virtualTime';

// Seconds where nothing else runs: a slow or busy machine has time.
jest.setTimeout(300_000);

const sandbox = useSandbox();
useVirtualTime();

interface Creation {
	title: string;
	parameters: (sandbox: Sandbox) => INodeParameters;
	records: (sandbox: Sandbox) => readonly object[];
}

const LOG_ENTRY = {
	...{ resource: 'accountLog', operation: 'create', domain: 'law.example' },
	...{ source: 'crm', payload: '={{ $json }}' },
};

function logEntries({ store }: Sandbox): readonly object[] {
	const account = store.accounts.all().find(({ domain }) => domain === LOG_ENTRY.domain);
	return account ? store.accountLogs.of(account.accountId).all() : [];
}

const CREATIONS: Creation[] = [
	{ title: 'Account Log', parameters: () => LOG_ENTRY, records: logEntries },
	{
		title: 'Account Log with keys of its own',
		parameters: () => ({ ...LOG_ENTRY, idempotencyKey: '={{ $json.row }}' }),
		records: logEntries,
	},
	{
		title: 'Person',
		parameters: () => ({ resource: 'person', operation: 'create', name: '={{ $json.row }}' }),
		records: ({ store }) => store.persons.all(),
	},
	{
		title: 'Audience',
		parameters: ({ store }) => ({
			...{ resource: 'audience', operation: 'create', pageId: byId(firstIds(store).pageId) },
			additionalFields: { customName: '={{ $json.row }}' },
		}),
		records: ({ store }) => store.audiences.of(firstIds(store).pageId).all(),
	},
];

/** Those that need no real time, and lead to no other service. */
const FAULTS = FAULTS_OF_ALL.filter((kind) => !/^(silence|redirect)/.test(kind));

const circumstances = fc.record({
	rows: fc.integer({ min: 1, max: 6 }),
	faults: fc.uniqueArray(fc.constantFrom(...FAULTS), { minLength: 1, maxLength: 3 }),
	/** Of each fault. */
	chance: fc.constantFrom(0.1, 0.3),
	faultSeed: fc.nat(),
	idempotency: fc.constantFrom('first', 'conflict', 'ignore'),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	maxConcurrentRequests: fc.constantFrom(1, 64),
});

const MAY_BE_THERE = /may be done|may have created/;

/** What is wrong with the error that ended a run, if so many of the rows are there. */
function wrongWithError(
	{ message, description }: Error & { description?: string | null },
	rows: number,
	there: number,
): string[] {
	const text = `${message} ${description}`;
	const countOf = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(text)?.[1] ?? 0);
	const mayBeThere = Number(MAY_BE_THERE.test(text));
	const least = countOf('written');
	const most = least + (rows === 1 ? mayBeThere : countOf('of unknown outcome'));
	return least <= there && there <= most ? [] : [`${there} are there, and the error says: ${text}`];
}

/** What is wrong with the outputs of a run, if each row is there so many times. */
function wrongWithOutputs({ items, errorItems }: NodeRun, times: number[]): string[] {
	const outputs = [...items, ...errorItems];
	return times.flatMap((count, item) => {
		const ofItem = outputs.filter(
			({ pairedItem }) => (pairedItem as IPairedItemData).item === item,
		);
		if (ofItem.length !== 1) return [`item ${item} has ${ofItem.length} outputs`];
		const error = ofItem[0]?.json.error as string | undefined;
		if (error === undefined)
			return count > 0 ? [] : [`item ${item} is given as written, and is not there`];
		return count === 0 || MAY_BE_THERE.test(error)
			? []
			: [`item ${item} is there, and its error says: ${error}`];
	});
}

let runs = 0;

test.each(CREATIONS)('$title > Create', async ({ title, parameters, records }) => {
	const hasKey = title.startsWith('Account Log');
	const law = fc.asyncProperty(circumstances, async (world) => {
		const { rows, faults, chance, faultSeed, idempotency, onError, retryOnFail } = world;
		const { settings } = sandbox();
		const chances = Object.fromEntries(faults.map((kind) => [kind, chance]));
		settings.idempotency = idempotency;
		Object.assign(settings.faults, { chances, seed: faultSeed });
		const prefix = `row ${runs++} `;
		const names = Array.from({ length: rows }, (_, n) => `${prefix}${n}.`);
		const options = { maxConcurrentRequests: world.maxConcurrentRequests };
		const run = await runNode(
			sandbox(),
			{ ...parameters(sandbox()), options },
			{ items: names.map((row) => ({ row })), onError, retryOnFail, maxTries: 3 },
		);

		const written = records(sandbox())
			.map((record) => JSON.stringify(record))
			.filter((record) => record.includes(prefix));
		const times = names.map((row) => written.filter((record) => record.includes(row)).length);
		const isKeyIgnored = hasKey && idempotency === 'ignore';
		const doubled = names.filter((_, item) => times[item]! > 1 && !isKeyIgnored);
		const there = times.filter((count) => count > 0).length;
		expect([
			...doubled.map((row) => `${row} is there more than once`),
			...(run.error ? wrongWithError(run.error, rows, there) : wrongWithOutputs(run, times)),
		]).toEqual([]);
	});
	await fc.assert(law, { numRuns: 40, seed: 1 });
});
