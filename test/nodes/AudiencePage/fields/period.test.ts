import { nth } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

test('Period: Custom takes days and the DateTimes of expressions, in the time zone of the workflow', async () => {
	const summary = { resource: 'analytics', operation: 'getSummary', period: 'custom' };
	const options = { includeNames: false };
	const { json, error } = await runNode(
		sandbox(),
		{
			...{ ...summary, options, pageId: nth(sandbox().store.pages.all()).pageId },
			startDate: '={{ DateTime.fromISO("2026-11-01") }}',
			endDate: '2026-11-02',
		},
		{ timezone: 'Europe/Berlin' },
	);
	expect(error).toBeUndefined();
	const sent = { startDate: '2026-10-31T23:00:00.000Z', endDate: '2026-11-02T22:59:59.999Z' };
	expect(sandbox().requests.map(({ query }) => query)).toEqual([sent]);
	expect(json).toMatchObject([sent]);
});
