import type { Audience } from '../../../service/records';
import { byId } from '../../../support/locators';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 5 } });

const aPage = () => nth(sandbox().store.pages.all());
const audiencesOf = () => sandbox().store.audiences.of(aPage().pageId);
const anAudience = (index = 0) => nth(audiencesOf().all(), index);

let added = 0;

function addAudience(status: Audience['status']): Audience {
	const audienceId = `audience_${++added}`;
	return audiencesOf().add({ ...nth(audiencesOf().all()), audienceId, status });
}

const watching = async () =>
	await published(sandbox(), { event: 'audienceStatusChanged', pageId: byId(aPage().pageId) });

describe('Audience Status Changed', () => {
	test('begins with both, then the record: ten fields of it, or all', async () => {
		Object.assign(anAudience(1), { status: 'draft' });
		const trigger = await watching();
		Object.assign(anAudience(1), { status: 'queued' });
		const simplified = nth(await trigger.poll());
		expect(Object.keys(simplified)).toEqual([
			'from',
			'to',
			'audienceId',
			'pageId',
			'personId',
			'personRouteKey',
			'effectiveName',
			'customName',
			'status',
			'createdAt',
		]);

		await trigger.change({ simplify: false });
		Object.assign(anAudience(1), { status: 'published' });
		const whole = nth(await trigger.poll());
		expect(Object.keys(whole).slice(0, 2)).toEqual(['from', 'to']);
		expect(whole).toMatchObject({ from: 'queued', to: 'published', ...anAudience(1) });
	});

	test('a new audience comes from no status', async () => {
		const trigger = await watching();
		const { audienceId } = addAudience('queued');
		expect(await trigger.poll()).toMatchObject([{ audienceId, from: null, to: 'queued' }]);
		Object.assign(audiencesOf().get(audienceId) ?? {}, { status: 'published' });
		expect(await trigger.poll()).toMatchObject([{ audienceId, from: 'queued', to: 'published' }]);
	});

	test('everything: each audience that is there comes from no status', async () => {
		const parameters = { pageId: byId(aPage().pageId), startFrom: 'everything' };
		const trigger = new Trigger(sandbox(), { event: 'audienceStatusChanged', ...parameters });
		const json = await trigger.activate();
		expect(json.map(({ from, to }) => [from, to])).toEqual(
			audiencesOf()
				.all()
				.map(({ status }) => [null, status]),
		);
	});

	test('two changes between two polls are one, and there and back is none', async () => {
		const trigger = await watching();
		const { status: from } = anAudience(2);
		for (const status of ['queued', 'processing', 'cancelled']) Object.assign(anAudience(2), { status });
		expect(await trigger.poll()).toMatchObject([{ from, to: 'cancelled' }]);
		for (const status of ['archived', 'cancelled']) Object.assign(anAudience(2), { status });
		expect(await trigger.poll()).toEqual([]);
	});

	test('a status beyond the described ones is passed on; as one that was left, it is not known', async () => {
		const page = (...statuses: unknown[]) => ({
			body: {
				items: statuses.map((status, index) => ({ audienceId: `a${index}`, status })),
				hasMore: false,
				nextCursor: null,
				totalCount: statuses.length,
			},
		});
		const answers = [page('draft', undefined), page('frozen', 'draft'), page('draft', 'draft')];
		await withAnswers(answers, async (service) => {
			const parameters = { pageId: byId('p1'), simplify: false };
			const trigger = new Trigger(service, { event: 'audienceStatusChanged', ...parameters });
			await trigger.activate();
			expect(await trigger.poll()).toEqual([
				{ from: 'draft', to: 'frozen', audienceId: 'a0', status: 'frozen' },
				{ from: null, to: 'draft', audienceId: 'a1', status: 'draft' },
			]);
			expect(await trigger.poll()).toEqual([{ from: null, to: 'draft', audienceId: 'a0', status: 'draft' }]);
		});
	});
});
