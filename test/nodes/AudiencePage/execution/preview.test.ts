/** Preview Only. That a preview shows what a real run sends, properties/ says of every operation. */
import type { INodeParameters } from 'n8n-workflow';

import { runnableNamed } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { bodies } from '../../../support/sent';
import { upsert, useNobody, writes } from '../resources/person/people';

const { sandbox, people } = useNobody();

const PREVIEW = { options: { previewOnly: true } };
const HINT =
	'Preview of 1 item: 1 would be created. Nothing was written. To write, remove Options > Preview Only.';

describe('Create or Update', () => {
	test('of a new person: every field comes from nothing', async () => {
		const { json, hints, kept } = await upsert(sandbox(), PREVIEW);
		const body = { name: 'Ada Lovelace', email: 'ada@acme.com' };
		const shown = {
			...{ preview: true, outcome: 'wouldCreate', personId: null, ...body },
			changes: { name: { from: null, to: body.name }, email: { from: null, to: body.email } },
			...{ method: 'POST', path: '/v0/persons', body },
		};
		expect(json).toEqual([shown]);
		expect(Object.keys(json[0]!)).toEqual(Object.keys(shown));
		expect(hints).toEqual([HINT]);
		expect(JSON.stringify(kept)).not.toContain('ada@acme.com');
		expect(people()).toEqual([]);
	});

	test('shows a second row about one person on top of the first', async () => {
		const items = ['acme.com', 'lovelace.org', 'lovelace.org'].map((domain) => ({ domain }));
		const parameters = { additionalFields: { domain: '={{ $json.domain }}' }, ...PREVIEW };
		const { json } = await upsert(sandbox(), parameters, { items });
		expect(json.map(({ outcome }) => outcome)).toEqual(['wouldCreate', 'wouldUpdate', 'unchanged']);
		expect(json[1]).toMatchObject({
			personId: 'new-person-of-item-0',
			changes: { domain: { from: 'acme.com', to: 'lovelace.org' } },
			path: '/v0/persons/new-person-of-item-0',
		});
		expect(writes(sandbox())).toEqual([]);
	});

	test('where only some items are previews, does not take them for written', async () => {
		const items = [true, false].map((isPreview) => ({ isPreview }));
		const options = { previewOnly: '={{ $json.isPreview }}' };
		const { json, hints } = await upsert(sandbox(), { options }, { items });
		expect(json).toMatchObject([{ outcome: 'wouldCreate' }, { outcome: 'created' }]);
		expect(hints).toEqual(['1 person: 1 created', HINT]);
	});
});

test('A preview that ends with an error leaves nothing for a retry, and its error counts nothing as written', async () => {
	sandbox().failNext('internalError');
	const options = { previewOnly: true, maxRetries: 0, maxConcurrentRequests: 1 };
	const { error, kept } = await upsert(sandbox(), { options }, { items: [{}, {}] });
	expect(error?.description).not.toContain('written');
	expect(kept).not.toHaveProperty('failed');
});

test('The key of a log entry is that which the real run then has', async () => {
	const entry = { ...runnableNamed('accountLog.create').parameters, options: {} };
	const shown = await runNode(sandbox(), { ...entry, ...PREVIEW }, { executionId: 'one' });
	await runNode(sandbox(), entry, { executionId: 'one' });
	expect(bodies(sandbox())).toEqual([shown.json[0]?.body]);
});

test.each(['={{ 1 }}', '={{ ["true"] }}'])(
	'%s is neither true nor false: nothing is sent',
	async (previewOnly) => {
		const { error } = await upsert(sandbox(), { options: { previewOnly } as INodeParameters });
		expect(error?.message).toContain('Preview Only must be true or false');
		expect(sandbox().requests).toEqual([]);
	},
);

test.each(['={{ "" }}', '={{ null }}', '={{ "false" }}', false])('%s is no preview', async (previewOnly) => {
	await upsert(sandbox(), { options: { previewOnly } });
	expect(people()).toHaveLength(1);
});
