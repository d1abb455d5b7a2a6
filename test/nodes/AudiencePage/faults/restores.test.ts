import type { INodeParameters } from 'n8n-workflow';

import type { RecordedRequest } from '../../../service/sandbox';
import { byId } from '../../../support/locators';
import { CHANCES } from './entries';
import { holdUntilThereAre, times, useBench } from './runs';

const AUDIENCES = 5;
const SNAPSHOTS = 20;
const COUNT = AUDIENCES * SNAPSHOTS;

/** Every second message has a snapshot. */
const bench = useBench({ sizes: { pages: 1, audiences: AUDIENCES, messages: 2 * SNAPSHOTS } });

const RESTORE: INodeParameters = {
	resource: 'audienceMessage',
	operation: 'restore',
	pageId: byId('={{ $json.pageId }}'),
	audienceId: byId('={{ $json.audienceId }}'),
	messageId: byId('={{ $json.messageId }}'),
};
const CREATE: INodeParameters = {
	resource: 'audience',
	operation: 'create',
	pageId: byId('={{ $json.pageId }}'),
	additionalFields: { customName: '={{ $json.messageId }}' },
};

/** An item for each snapshot, in turn for each of the audiences. */
function snapshots() {
	const { pages, audiences, messages } = bench().sandbox.store;
	const { pageId } = pages.all()[0]!;
	return times(COUNT, (n) => {
		const { audienceId } = audiences.of(pageId).all()[n % AUDIENCES]!;
		const withSnapshot = messages
			.of(audienceId)
			.all()
			.filter(({ hasSnapshot }) => hasSnapshot);
		return { pageId, audienceId, messageId: withSnapshot[Math.floor(n / AUDIENCES)]!.messageId };
	});
}

const restoredBy = ({ path }: RecordedRequest) => path.split('/').at(-2);
const createdBy = ({ body }: RecordedRequest) => (body as { customName: string }).customName;

test.each<[string, INodeParameters, (request: RecordedRequest) => string | undefined]>([
	['Restores', RESTORE, restoredBy],
	['Audiences', CREATE, createdBy],
])('%s are sent once, or again where the service has not taken them', async (_what, parameters, idIn) => {
	const { sandbox } = bench();
	const chances = { ...CHANCES, resetAfter: 0.1, tooManyRequests: 0.1 };
	Object.assign(sandbox.settings.faults, { latencyMs: [0, 10], chances });
	const items = snapshots();

	const ended = await bench().run(parameters, { items, onError: 'continueRegularOutput' });

	expect(ended.error).toBeUndefined();
	expect(ended.items.map(({ pairedItem }) => pairedItem)).toEqual(times(COUNT, (item) => ({ item })));
	items.forEach(({ messageId }, item) => {
		const faults = sandbox.requests
			.filter((request) => idIn(request) === messageId)
			.map(({ fault }) => fault);
		expect(faults.slice(0, -1).every((fault) => fault === 'tooManyRequests')).toBe(true);
		const isLost = faults.at(-1) !== undefined;
		const output = JSON.stringify(ended.items[item]?.json);
		expect([messageId, output.includes('The request may have succeeded')]).toEqual([messageId, isLost]);
	});
	expect(sandbox.requests.length).toBeGreaterThan(COUNT);
	expect(sandbox.requests.map(({ fault }) => fault)).toContain('resetAfter');
});

test('The restores of an audience are sent one after the other, in the order of the items', async () => {
	const { sandbox } = bench();
	Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances: CHANCES });
	holdUntilThereAre(2, sandbox);
	const items = snapshots();
	await bench().run(RESTORE, { items, onError: 'continueRegularOutput' });

	for (const audienceId of new Set(items.map((item) => item.audienceId))) {
		const requests = sandbox.requests.filter(({ path }) => path.includes(`/${audienceId}/`));
		const sent = requests.map(restoredBy);
		expect(sent.filter((id, at) => id !== sent[at - 1])).toEqual(
			items.filter((item) => item.audienceId === audienceId).map(({ messageId }) => messageId),
		);
		requests.slice(1).forEach(({ startedAt }, before) => {
			expect(startedAt).toBeGreaterThanOrEqual(requests[before]!.endedAt!);
		});
	}
	expect(sandbox.mostInFlight).toBeGreaterThan(1);
});
