import { byId } from '../../../support/locators';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 5 } });

const aPage = () => nth(sandbox().store.pages.all());
const audiencesOf = () => sandbox().store.audiences.of(aPage().pageId);
const anAudience = (index = 0) => nth(audiencesOf().all(), index);

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

		expect(simplified).toMatchObject({ from: 'draft', to: 'queued' });

		await trigger.change({ simplify: false });
		Object.assign(anAudience(1), { status: 'published' });
		const whole = nth(await trigger.poll());
		expect(whole).toMatchObject({ from: 'queued', to: 'published', ...anAudience(1) });
	});

	test('a status beyond the described ones is passed on; where a new one comes from, and from an unknown one, is not known', async () => {
		const page = (...statuses: unknown[]) => ({
			body: {
				items: statuses.map((status, index) => ({ audienceId: `a${index}`, status })),
				hasMore: false,
				nextCursor: null,
				totalCount: statuses.length,
			},
		});
		const answers = [page('draft', undefined), page('frozen', 'draft', 'new'), page('draft', 'draft', 'new')];
		await withAnswers(answers, async (service) => {
			const parameters = { pageId: byId('p1'), simplify: false };
			const trigger = new Trigger(service, { event: 'audienceStatusChanged', ...parameters });
			await trigger.activate();
			expect(await trigger.poll()).toEqual([
				{ from: 'draft', to: 'frozen', audienceId: 'a0', status: 'frozen' },
				{ from: null, to: 'draft', audienceId: 'a1', status: 'draft' },
				{ from: null, to: 'new', audienceId: 'a2', status: 'new' },
			]);
			expect(await trigger.poll()).toEqual([{ from: null, to: 'draft', audienceId: 'a0', status: 'draft' }]);
		});
	});
});
