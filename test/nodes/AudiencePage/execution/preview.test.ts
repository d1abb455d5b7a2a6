/** Preview Only. */
import { runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { addPerson, upsert, useNobody, writes } from '../resources/person/people';

const { sandbox, people } = useNobody();

const HINT =
	'Preview of 1 item: 1 would be created. Nothing was written. The nodes after this one run for real. To write, remove Options > Preview Only, and run the workflow again.';

test('Create or Update of a new person: every field comes from nothing', async () => {
	const { json, hints, kept } = await upsert(sandbox(), { options: { previewOnly: true } });
	const body = { name: 'Ada Lovelace', email: 'ada@acme.com' };
	expect(json).toEqual([
		{
			...{ preview: true, outcome: 'wouldCreate', personId: null, ...body },
			changes: { name: { from: null, to: body.name }, email: { from: null, to: body.email } },
			...{ method: 'POST', path: '/v0/persons', body },
		},
	]);
	expect(hints).toEqual([HINT]);
	expect(JSON.stringify(kept)).not.toContain('ada@acme.com');
	expect(people()).toEqual([]);
});

test('Every row is shown, a refused one with its columns, and all are counted', async () => {
	const person = addPerson(sandbox(), { name: 'Bea', email: 'bea@acme.com' });
	const emails = ['ada@acme.com', 'bea', 'bea@acme.com', 'ada@acme.com', ''];
	const items = emails.map((email) => ({ email }));
	const parameters = { matchValue: '={{ $json.email }}', options: { previewOnly: true } };
	const { json, hints, items: outputs } = await upsert(sandbox(), parameters, { items });
	expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	const refused = { preview: true, outcome: 'refused', error: expect.any(String) as string };
	expect(json).toMatchObject([
		{ outcome: 'wouldCreate' },
		{ email: 'bea', ...refused },
		{ outcome: 'wouldUpdate', path: `/v0/persons/${person.personId}` },
		{ outcome: 'wouldCreate' },
		{ email: '', ...refused },
	]);
	expect(hints[0]).toContain(
		'Preview of 5 items: 2 would be created, 1 would be updated, 2 refused. With an error: items 1, 4 (counted from 0). Nothing was written.',
	);
	expect(hints).toContain('About the same person as an earlier item: item 3 (counted from 0).');
	expect(writes(sandbox())).toEqual([]);
});

test('A preview that ends with an error leaves nothing for a retry, and counts nothing', async () => {
	// Also without a limit.
	sandbox().failNext('unprocessable', { times: 2 });
	const options = { previewOnly: true, maxConcurrentRequests: 1 };
	const { error, kept } = await upsert(sandbox(), { options }, { items: [{}, {}] });
	expect(error?.description).not.toContain('written');
	expect(kept).not.toHaveProperty('failedRuns');
});

const writing = runnable.filter(({ option }) => option.routing?.request?.method !== 'GET');

test.each(writing)(
	'A preview of $name shows the request that the real run then sends',
	async (operation) => {
		const parameters = { ...operation.parameters, options: {} };
		const previewed = { ...parameters, options: { previewOnly: true } };
		const { json } = await runNode(sandbox(), previewed, { executionId: 'execution-1' });
		expect(writes(sandbox())).toEqual([]);
		await runNode(sandbox(), parameters, { executionId: 'execution-1' });
		const sent = writes(sandbox()).map(({ method, path, body }) => ({ method, path, body }));
		expect(sent).toHaveLength(1);
		expect(json).toMatchObject(sent);
	},
);
