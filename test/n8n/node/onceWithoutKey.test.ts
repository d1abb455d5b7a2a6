import type { IDataObject, INode } from 'n8n-workflow';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import { placesOf } from '../harness/places';
import type { RealN8n } from '../harness/RealN8n';
import { refuseNext } from '../harness/refuse';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, START, RETRY_ON_FAIL } from '../harness/steps';
import { useN8n } from '../harness/useN8n';

const UNKNOWN = 'The request may have succeeded';

interface Kind {
	parameters: INode['parameters'];
	/** The field of a request that holds the name. */
	nameField: string;
	/** The names of all records there are. */
	names: (sandbox: Sandbox) => string[];
}

const pageOf = ({ store }: Sandbox): string => store.pages.all()[0]!.pageId;

const KINDS: Record<'person' | 'audience', Kind> = {
	person: {
		parameters: { resource: 'person', operation: 'create', name: '={{ $json.name }}' },
		nameField: 'name',
		names: ({ store }) => store.persons.all().map(({ name }) => name),
	},
	audience: {
		parameters: {
			resource: 'audience',
			operation: 'create',
			pageId: byId('={{ $json.pageId }}'),
			additionalFields: { customName: '={{ $json.name }}' },
		},
		nameField: 'customName',
		names: (sandbox) =>
			sandbox.store.audiences
				.of(pageOf(sandbox))
				.all()
				.map(({ customName }) => customName ?? ''),
	},
};

/** Nothing in these requests tells a repetition from a new record. */
describe('what has no idempotency key is there once', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	let tests = 0;

	useN8n((both) => ({ sandbox, n8n } = both));

	beforeEach(() => {
		tests += 1;
	});

	describe.each(['person', 'audience'] as const)('a new %s', (resource) => {
		const { parameters, nameField, names } = KINDS[resource];
		const named = (name: string) => `${name} of test ${tests}`;
		const isFor = (name: string) => (request: RecordedRequest) =>
			(request.body as IDataObject)[nameField] === named(name);

		/** How often each of the three is there. */
		function timesThere(): number[] {
			const all = names(sandbox);
			return ['Refused', 'Lost', 'Fine'].map((name) => all.filter((one) => one === named(name)).length);
		}

		/** The first of three items is refused once, the answer to the second is lost. */
		async function run(settings: Partial<INode>): Promise<Run> {
			refuseNext(sandbox, isFor('Refused'));
			sandbox.failNext('resetAfter', { when: isFor('Lost') });
			const items = ['Refused', 'Lost', 'Fine'].map((name) => ({
				name: named(name),
				pageId: pageOf(sandbox),
			}));
			const step = audiencePage(parameters, settings);
			return await n8n.run(await n8n.importWorkflow(itemsInto(items, step)), START);
		}

		it('with Retry On Fail', async () => {
			const { status, error } = await run(RETRY_ON_FAIL);
			expect(status).toBe('error');
			expect(error?.message).toContain(UNKNOWN);
			expect(error?.description).toContain('Of 3 items: 2 written, 1 of unknown outcome, 0 not sent.');
			expect(timesThere()).toEqual([1, 1, 1]);
			expect(sandbox.requests).toHaveLength(4);
		});

		it.each([
			['continueRegularOutput', 0],
			['continueErrorOutput', 1],
		] as const)('with Retry On Fail and %s', async (onError, errorOutput) => {
			const ended = await run({ ...RETRY_ON_FAIL, onError });
			expect(ended.status).toBe('success');
			const { outputs } = ended.node(NODE);
			const errors = outputs[errorOutput]!.filter(({ json }) => json.error !== undefined);
			expect(errors).toHaveLength(1);
			expect(errors[0]).toMatchObject({ json: { name: named('Lost') }, pairedItem: { item: 1 } });
			expect(errors[0]?.json.error).toContain(UNKNOWN);
			expect(timesThere()).toEqual([1, 1, 1]);
			expect(sandbox.requests).toHaveLength(4);
		});

		it('with the Retry button', async () => {
			const failed = await run({});
			expect(failed.status).toBe('error');
			const retried = await n8n.client.retry(failed);
			expect(retried.error?.message).toContain(UNKNOWN);
			expect(timesThere()).toEqual([1, 1, 1]);
			expect(sandbox.requests).toHaveLength(4);
		});
	});

	it('leaves the API key nowhere in n8n', async () => {
		expect(await placesOf(sandbox.apiKey, n8n)).toEqual([]);
	});
});
