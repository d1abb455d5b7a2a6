/** What single operations make of an answer. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runnableNamed } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { useSandbox, withAnswers } from '../../../support/services';

const asset = {
	assetId: 'a1',
	name: 'Logo',
	purpose: 'Header',
	tags: ['brand', null, { a: 1 }],
	lifecycleState: 'trashed',
	downloadUrl: 'https://acme.com/a1',
	createdAt: '+1',
	trashedAt: '+2',
};
const data = { type: 'image', fileId: 'f1' };

const conversation = {
	conversationId: 'c1',
	audienceId: 'a1',
	publishedMessageId: 'm2',
	updatedAt: '+1',
};
const context = {
	pageId: 'p1',
	currentSupplementaryContext: 'They renew in May.',
	currentMetaTitle: 'Acme',
	currentMetaDescription: 'What we do',
};

/** All else of Simplify, see fields/simplify. */
test.each<[operation: string, answer: IDataObject, simplified: IDataObject]>([
	['asset.getAll', { items: [{ ...asset, data }] }, { ...asset, ...data, tags: 'brand, {"a":1}' }],
	[
		'audienceMessage.getAll',
		{ conversation, context, messages: [{}, {}], pendingChanges: [{}] },
		{ ...conversation, ...context, messagesCount: 2, pendingChangesCount: 1 },
	],
])('%s, simplified, where fields do not keep their names', async (operation, body, simplified) => {
	await withAnswers([{ body: { ...body, hasMore: false } }], async (service) => {
		const { json } = await runNode(service, runnableNamed(operation).parameters);
		expect(json).toEqual([simplified]);
	});
});

test('A success that says that nothing was restored is the error of its item', async () => {
	const { parameters } = runnableNamed('audienceMessage.restore');
	const answers = [false, true].map((success) => ({ body: { success, messageId: 'm1' } }));
	await withAnswers(answers, async (service) => {
		const run = await runNode(service, parameters, {
			items: [{}, {}],
			onError: 'continueErrorOutput',
		});
		expect(run.json).toEqual([{ success: true, messageId: 'm1' }]);
		const words = /The service did not restore the draft.*Choose a message that has a snapshot/s;
		expect(run.errorItems).toMatchObject([
			{ json: { error: expect.stringMatching(words) as string } },
		]);
	});
});

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 6, pageLinks: 18 } });

test.each<[INodeParameters, number]>([
	[{}, 1],
	[{ tenantDomainId: '={{ "" }}' }, 1],
	[{ tenantDomainId: 'domain_1' }, 0],
])(
	'With %j, one hint for all items says that these are the links of one domain, or none',
	async (filters, times) => {
		const parameters = { resource: 'pageLink', operation: 'getAll', filters };
		const { hints } = await runNode(sandbox(), parameters, { items: [{}, {}, {}] });
		const said = hints.filter((hint) => hint.startsWith('Only links on the fallback subdomain'));
		expect(said).toHaveLength(times);
	},
);
