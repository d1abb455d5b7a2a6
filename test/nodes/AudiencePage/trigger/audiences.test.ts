import type { INodeParameters } from 'n8n-workflow';

import type { Audience } from '../../../service/records';
import { byId, fromList } from '../../../support/locators';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { calls, queries } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 5 } });

const aPage = (index = 0) => nth(sandbox().store.pages.all(), index);
const audiencesOf = ({ pageId } = aPage()) => sandbox().store.audiences.of(pageId);
const anAudience = (index = 0) => nth(audiencesOf().all(), index);

let added = 0;

function addAudience(status: Audience['status'] = 'draft', page = aPage()): Audience {
	const audienceId = `audience_${++added}`;
	return audiencesOf(page).add({ ...nth(audiencesOf(page).all()), audienceId, status });
}

const watching = async (event: string, parameters: INodeParameters = {}) =>
	await published(sandbox(), { event, pageId: byId(aPage().pageId), ...parameters });

describe.each(['audienceCreated', 'audienceStatusChanged'])('%s', (event) => {
	test.each<[string, (id: string) => INodeParameters | string]>([
		['by its ID', byId],
		['from the list', fromList],
		['by an expression in the ID', (id) => byId(`={{ "${id}" }}`)],
		['by an expression for all of it', (id) => `={{ "${id}" }}`],
	])('the audiences of the page that is chosen %s', async (_how, chosen) => {
		const trigger = await watching(event, { pageId: chosen(aPage(1).pageId) });
		const { audienceId } = addAudience('draft', aPage(1));
		addAudience();
		expect((await trigger.poll()).map((json) => json.audienceId)).toEqual([audienceId]);
		expect(calls(sandbox())).toEqual([`GET /v0/pages/${aPage(1).pageId}/audiences`]);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});
});

describe('Audience Created', () => {
	test('gives ten fields of each', async () => {
		const trigger = await watching('audienceCreated');
		const audience = addAudience();
		const { effectiveName, ...json } = nth(await trigger.poll());
		expect(effectiveName).toEqual(expect.any(String));
		expect(json).toEqual({
			audienceId: audience.audienceId,
			pageId: audience.pageId,
			personId: audience.personId ?? null,
			personRouteKey: audience.personRouteKey ?? null,
			customName: audience.customName ?? null,
			status: 'draft',
			supplementaryContext: audience.supplementaryContext ?? null,
			actionUrlOverride: audience.actionUrlOverride ?? null,
			createdAt: audience.createdAt,
		});
	});

	test('with Simplify off, all that the service gives', async () => {
		const trigger = await watching('audienceCreated', { simplify: false });
		const audience = addAudience();
		const [json] = await trigger.poll();
		expect(json).toMatchObject(audience);
		expect(json).toHaveProperty('effectiveMetadata');
	});

	test('another status is nothing new', async () => {
		const trigger = await watching('audienceCreated', { options: { fullReadEvery: 1 } });
		Object.assign(anAudience(), { status: 'processing' });
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('Audience Status Changed', () => {
	const STATUSES: Array<Audience['status']> = [
		'archived',
		'cancelled',
		'draft',
		'pending',
		'processing',
		'published',
		'queued',
	];

	test.each(STATUSES.map((from, index) => ({ from, to: STATUSES[(index + 1) % 7] })))(
		'tells what it was and what it is: $from, $to',
		async ({ from, to }) => {
			Object.assign(anAudience(), { status: from });
			const trigger = await watching('audienceStatusChanged');
			Object.assign(anAudience(), { status: to });
			const { audienceId } = anAudience();
			expect(await trigger.poll()).toMatchObject([{ audienceId, from, to, status: to }]);
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('begins with both, then the record: ten fields of it, or all', async () => {
		Object.assign(anAudience(1), { status: 'draft' });
		const trigger = await watching('audienceStatusChanged');
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
		const trigger = await watching('audienceStatusChanged');
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
		const trigger = await watching('audienceStatusChanged');
		const { status: from } = anAudience(2);
		for (const status of ['queued', 'processing', 'cancelled']) Object.assign(anAudience(2), { status });
		expect(await trigger.poll()).toMatchObject([{ from, to: 'cancelled' }]);
		for (const status of ['archived', 'cancelled']) Object.assign(anAudience(2), { status });
		expect(await trigger.poll()).toEqual([]);
	});

	test('anything else that changes is not told', async () => {
		const trigger = await watching('audienceStatusChanged');
		Object.assign(anAudience(), { customName: 'Another', supplementaryContext: 'Another', createdAt: '+19' });
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
