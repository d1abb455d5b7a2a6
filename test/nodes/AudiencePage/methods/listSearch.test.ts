import { useNoBackoff } from '../../../support/noBackoff';
import { openPicker } from '../../../support/runNode';
import { useSandbox, withAnswers } from '../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 60 } });
useNoBackoff();

const pages = () => sandbox().store.pages.all();

describe('The Page picker', () => {
	test('shows pages by their names', async () => {
		const { results, paginationToken } = await openPicker(sandbox(), 'searchPages');
		expect(sandbox().requests.map(({ url }) => url)).toEqual(['/v0/pages/search?limit=50']);
		expect(results).toEqual(
			pages()
				.slice(0, 50)
				.map(({ pageId, name }) => ({ name, value: pageId })),
		);
		expect(paginationToken).toBeUndefined();
	});

	test('lets the service search', async () => {
		const name = pages().at(-1)?.name ?? '';
		const { results } = await openPicker(sandbox(), 'searchPages', name);
		expect(sandbox().requests.map(({ query }) => query)).toEqual([{ query: name, limit: '50' }]);
		expect(results).toContainEqual({ name, value: pages().at(-1)?.pageId });
	});

	test('shows what the service says when it refuses', async () => {
		const answer = { status: 401, body: { message: 'Invalid API key' } };
		const opened = withAnswers([answer], async (service) => await openPicker(service, 'searchPages'));
		await expect(opened).rejects.toThrow('Invalid API key');
	});

	test('says when the service is down', async () => {
		const down = await withAnswers([], async ({ url, apiKey }) => ({ url, apiKey }));
		await expect(openPicker(down, 'searchPages')).rejects.toThrow('nothing answers at this address');
	});

	test('shows the ID of a page without a name', async () => {
		const body = { items: [{ pageId: 'page_1' }], hasMore: false, totalCount: 1 };
		const { results } = await withAnswers(
			[{ body }],
			async (service) => await openPicker(service, 'searchPages'),
		);
		expect(results).toEqual([{ name: 'page_1', value: 'page_1' }]);
	});
});
