import { byId } from '../../../support/locators';
import { CHANCES } from './entries';
import { holdUntilThereAre, times, useBench } from './runs';

const AUDIENCES = 5;
const SNAPSHOTS = 20;

/** Every second message has a snapshot. */
const bench = useBench({ sizes: { pages: 1, audiences: AUDIENCES, messages: 2 * SNAPSHOTS } });

/** An item for each snapshot, in turn for each of the audiences. */
function snapshots() {
	const { pages, audiences, messages } = bench().sandbox.store;
	const { pageId } = pages.all()[0]!;
	return times(AUDIENCES * SNAPSHOTS, (n) => {
		const { audienceId } = audiences.of(pageId).all()[n % AUDIENCES]!;
		const withSnapshot = messages
			.of(audienceId)
			.all()
			.filter(({ hasSnapshot }) => hasSnapshot);
		return { pageId, audienceId, messageId: withSnapshot[Math.floor(n / AUDIENCES)]!.messageId };
	});
}

test('The restores of an audience are sent one after the other, in the order of the items', async () => {
	const { sandbox } = bench();
	Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances: CHANCES });
	holdUntilThereAre(2, sandbox);
	const items = snapshots();
	const restore = {
		...{ resource: 'audienceMessage', operation: 'restore', pageId: byId('={{ $json.pageId }}') },
		...{ audienceId: byId('={{ $json.audienceId }}'), messageId: byId('={{ $json.messageId }}') },
	};
	await bench().run(restore, { items, onError: 'continueRegularOutput' });

	for (const audienceId of new Set(items.map((item) => item.audienceId))) {
		const requests = sandbox.requests.filter(({ path }) => path.includes(`/${audienceId}/`));
		const sent = requests.map(({ path }) => path.split('/').at(-2));
		expect(sent.filter((id, at) => id !== sent[at - 1])).toEqual(
			items.filter((item) => item.audienceId === audienceId).map(({ messageId }) => messageId),
		);
		requests.slice(1).forEach(({ startedAt }, before) => {
			expect(startedAt).toBeGreaterThanOrEqual(requests[before]!.endedAt!);
		});
	}
	expect(sandbox.mostInFlight).toBeGreaterThan(1);
});
