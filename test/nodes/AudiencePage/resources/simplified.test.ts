/** Where simplified fields come from that do not keep their names; all else of Simplify, see fields/outputFields. */
import type { IDataObject } from 'n8n-workflow';

import { runnableNamed } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { withAnswers } from '../../../support/services';

const asset = {
	...{ assetId: 'a1', name: 'Logo', purpose: 'Header', tags: ['brand', null, { a: 1 }] },
	...{ lifecycleState: 'trashed', downloadUrl: 'https://acme.com/a1', createdAt: '+1', trashedAt: '+2' },
};
const data = { type: 'image', fileId: 'f1' };

const conversation = { conversationId: 'c1', audienceId: 'a1', publishedMessageId: 'm2', updatedAt: '+1' };
const context = {
	...{ pageId: 'p1', currentSupplementaryContext: 'They renew in May.' },
	...{ currentMetaTitle: 'Acme', currentMetaDescription: 'What we do' },
};

test.each<[operation: string, answer: IDataObject, simplified: IDataObject]>([
	[
		'asset.getAll',
		{ items: [{ ...asset, data }], hasMore: false },
		{ ...asset, ...data, tags: 'brand, {"a":1}' },
	],
	[
		'audienceMessage.getAll',
		{ conversation, context, messages: [{}, {}], pendingChanges: [{}] },
		{ ...conversation, ...context, messagesCount: 2, pendingChangesCount: 1 },
	],
])('%s', async (operation, body, simplified) => {
	await withAnswers([{ body }], async (service) => {
		const { json } = await runNode(service, runnableNamed(operation).parameters);
		expect(json).toEqual([simplified]);
	});
});
