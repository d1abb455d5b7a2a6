import type { INodeParameters } from 'n8n-workflow';

import { defaultSettings } from '../../../service/settings';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { queries } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { pages: 30 } });
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const pages = () => sandbox().store.pages;

let added = 0;

const addPage = (name = 'New page') =>
	pages().add({ ...nth(pages().all()), pageId: `page_${++added}`, name });

const watching = async (parameters: INodeParameters = {}) =>
	await published(sandbox(), { event: 'pageCreated', ...parameters });

const TOO_MANY = (all: string, held: number) =>
	`There are ${all}, but the service lists only ${held}, so new pages could be missed`;

describe('Page Created', () => {
	test('everything, a few at a time: each page once', async () => {
		const all = pages().all().length;
		const parameters = { startFrom: 'everything', options: { maxPerPoll: 20 } };
		const trigger = new Trigger(sandbox(), { event: 'pageCreated', ...parameters });
		const ids = [await trigger.activate(), await trigger.poll(), await trigger.poll()].map((batch) =>
			batch.map(({ pageId }) => pageId),
		);
		expect(ids.map(({ length }) => length)).toEqual([20, all - 20, 0]);
		expect(new Set(ids.flat()).size).toBe(all);
	});
});

describe('The greatest limit of the page search', () => {
	const readWith = async (maxLimit: number, defaultLimit: number) => {
		Object.assign(sandbox().settings, { maxLimit, defaultLimit });
		const trigger = new Trigger(sandbox(), { event: 'pageCreated' });
		return await trigger.activate().catch((error: Error) => error);
	};

	test.each([
		[1000, ['limit=1000']],
		[100, ['limit=1000', 'limit=100']],
		[99, ['limit=1000', 'limit=100', undefined]],
	])('where the service takes %i', async (maxLimit, asked) => {
		expect(await readWith(maxLimit, 99)).toEqual([]);
		expect(queries(sandbox())).toEqual(asked);
	});

	test('the search text goes with each', async () => {
		Object.assign(sandbox().settings, { maxLimit: 99, defaultLimit: 99 });
		await watching({ filters: { query: 'a' } });
		await watching({ filters: { query: 'a' } }).then(async (trigger) => await trigger.poll());
		expect(queries(sandbox())).toEqual(['query=a&limit=1000', 'query=a&limit=100', 'query=a']);
	});

	test('pages that one answer does not hold: an error with their number and the way out', async () => {
		const all = pages().all().length;
		const error = await readWith(25, 25);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: `${TOO_MANY(`${all} pages`, 25)}. Narrow the list down with Filters > Search`,
		});
	});

	test.each([
		['more, and no count', { hasMore: true, totalCount: null }, TOO_MANY('more pages', 1)],
		['more, and a count that is no help', { hasMore: true, totalCount: 1 }, TOO_MANY('more pages', 1)],
		['a count alone', { hasMore: false, totalCount: 7 }, TOO_MANY('7 pages', 1)],
		['a count alone, and nothing else', { totalCount: 7 }, TOO_MANY('7 pages', 1)],
	])('the service says that there is %s', async (_what, body, message) => {
		const answers = [{ body: { items: [{ pageId: 'p1' }], ...body } }];
		await withAnswers(answers, async (service) => {
			await expect(new Trigger(service, { event: 'pageCreated' }).activate()).rejects.toThrow(message);
		});
	});

	test('pages that become too many fail the poll, and nothing is forgotten', async () => {
		const trigger = await watching();
		const { pageId } = addPage();
		sandbox().settings.maxLimit = sandbox().settings.defaultLimit = 20;
		await expect(trigger.poll()).rejects.toThrow('new pages could be missed');
		Object.assign(sandbox().settings, defaultSettings());
		expect((await trigger.poll()).map((page) => page.pageId)).toEqual([pageId]);
	});

	test('by hand, more pages than one answer holds are no trouble', async () => {
		Object.assign(sandbox().settings, { maxLimit: 5, defaultLimit: 5 });
		const items = await new Trigger(sandbox(), { event: 'pageCreated' }).fetchTestEvent();
		expect(items?.map(({ json }) => json.pageId)).toEqual(
			pages()
				.all()
				.slice(0, 3)
				.map(({ pageId }) => pageId),
		);
		expect(queries(sandbox())).toEqual(['limit=3']);
	});
});
