/** A second try of what was edited meanwhile: n8n's list of executions can retry with the workflow as it is saved now. */
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import type { RecordedRequest } from '../../../service/sandbox';
import { useVirtualTime } from '../../../support/virtualTime';
import { runNode, type NodeRun } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();
const elsewhere = useSandbox();
useVirtualTime();

const COUNT = 5;
const ITEMS = Array.from({ length: COUNT }, (_, n) => ({ n, email: `edited-${n}@acme.com` }));
/** One after the other, so that it is known what was written when the fourth fails. */
const options = { maxConcurrentRequests: 1 };

beforeEach(() => {
	const { persons } = sandbox().store;
	for (const { personId, email } of [...persons.all()]) {
		if (email?.startsWith('edited-')) persons.remove(personId);
	}
});

const run = async (parameters: INodeParameters, more: WorkflowOptions = {}): Promise<NodeRun> =>
	await runNode(sandbox(), { options, ...parameters }, { items: ITEMS, ...more });

/** Runs the node with what an earlier execution has left in its context. */
async function retry(
	{ kept }: NodeRun,
	parameters: INodeParameters,
	more: WorkflowOptions = {},
): Promise<NodeRun> {
	class Retried extends AudiencePage {
		override async execute(this: IExecuteFunctions) {
			const context = this.getContext('node');
			if (context.seed === undefined) Object.assign(context, structuredClone(kept));
			return await AudiencePage.prototype.execute.call(this);
		}
	}
	sandbox().requests.length = 0;
	return await run(parameters, { nodeType: new Retried(), ...more });
}

const isItem = (item: number) => (request: RecordedRequest) =>
	JSON.stringify(request.body ?? {}).includes(`Row ${item}`);

const ENTRIES: INodeParameters = {
	resource: 'accountLog',
	operation: 'create',
	domain: 'acme.com',
	source: 'crm',
	payload: '={{ { row: "Row " + $json.n } }}',
};
const PERSONS: INodeParameters = { resource: 'person', operation: 'create', name: '=Row {{ $json.n }}' };
const UPSERTS: INodeParameters = {
	resource: 'person',
	operation: 'upsert',
	matchValue: '={{ $json.email }}',
	name: '=Row {{ $json.n }}',
};

/** A run whose fourth item the service refuses. */
async function failed(parameters: INodeParameters, more: WorkflowOptions = {}): Promise<NodeRun> {
	sandbox().failNext('unprocessable', { when: isItem(3) });
	const first = await run(parameters, more);
	expect(first.error).toBeDefined();
	return first;
}

test('Create or Update finds whom an attempt has created, however often it is edited and retried since', async () => {
	sandbox().settings.searchDelayMs = Infinity;
	const first = await failed(UPSERTS);
	const edited = { ...UPSERTS, name: '=Row {{ $json.n }} again' };
	// With a limit and without: a limit that is refused is left out.
	sandbox().failNext('unprocessable', { times: 2, when: ({ method }) => method === 'GET' });
	const second = await retry(first, edited);
	expect([second.error?.context.itemIndex, second.json]).toEqual([0, []]);
	const third = await retry(second, edited);
	sandbox().settings.searchDelayMs = 0;

	expect(third.error).toBeUndefined();
	const outcomes = third.json.map(({ outcome }) => outcome);
	expect(outcomes).toEqual(['updated', 'updated', 'updated', 'created', 'created']);
	const people = sandbox().store.persons.all();
	expect(people.filter(({ email }) => email?.startsWith('edited-'))).toHaveLength(COUNT);
});

/** A credential by expression, which leads an item elsewhere. */
const itemsTo = (urlOf: (n: number) => string): WorkflowOptions => ({
	items: ITEMS.map((item) => ({ ...item, baseUrl: urlOf(item.n) })),
	credentials: { baseUrl: '={{ $json.baseUrl }}', apiKey: sandbox().apiKey },
});
const here = () => itemsTo(() => sandbox().url);
const oneElsewhere = () => itemsTo((n) => (n === 1 ? elsewhere() : sandbox()).url);
const same = () => ({});

test.each<[string, INodeParameters, INodeParameters, () => WorkflowOptions, () => WorkflowOptions]>([
	['another domain', ENTRIES, { domain: 'acme.example' }, same, same],
	['another credential', PERSONS, {}, same, () => ({ credentialId: 'credential-2' })],
	['another tenant of one item', PERSONS, {}, here, oneElsewhere],
])(
	'What was written with other settings is not written again, and the run says so: %s',
	async (_what, parameters, changes, original, other) => {
		const first = await failed(parameters, original());
		const second = await retry(first, { ...parameters, ...changes }, other());
		expect(second.error?.message).toMatch(/^3 of 5 items were written by a previous attempt with other/);
		expect(sandbox().requests).toEqual([]);

		const third = await retry(second, parameters, original());
		expect(third.error).toBeUndefined();
		expect([sandbox(), elsewhere()].map(({ requests }) => requests.length)).toEqual([2, 0]);
	},
);
