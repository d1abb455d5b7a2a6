/** An ID that a variable of n8n gives. */
import { byId } from '../../../support/locators';
import { runNode } from '../../../support/runNode';
import { withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { VARIABLES, type Service } from '../../../support/workflow';

const pageId = byId('={{ $vars.pageId }}');
const NOTHING = { body: { items: [], hasMore: false } };

test.each<[string, (service: Service) => Promise<unknown>]>([
	[
		'The node',
		async (service) =>
			await runNode(service, { resource: 'audience', operation: 'getAll', pageId }),
	],
	[
		'The trigger',
		async (service) => await new Trigger(service, { event: 'audienceCreated', pageId }).activate(),
	],
])('%s takes the ID of a page from $vars', async (_what, run) => {
	await withAnswers([NOTHING], async (service) => {
		await run(service);
		const path = `GET /v0/pages/${VARIABLES.pageId}/audiences`;
		expect(service.requests).toEqual([expect.stringContaining(path)]);
	});
});
