import { runHints } from '../../../../nodes/AudiencePage/execution/hints';

interface Run {
	outcomes?: string[];
	[fact: string]: unknown;
}

const preview = (what: string) =>
	`Preview of ${what} was written. The nodes after this one run for real. To write, remove Options > Preview Only, and run the workflow again.`;
const WOULD = '3 items: 1 would be created, 1 would be updated, 1 unchanged. Nothing';
const LOG = { json: { accountLogId: 'log_1' } };

test.each<[Run, string[]]>([
	[{}, []],
	[
		{ outcomes: ['created'], restoredCount: 1, rateLimitedCount: 2 },
		[
			'1 item: 1 created',
			'Skipped 1 item that a previous attempt had written.',
			'Rate limit reached 2 times: the node waited and sent those requests again.',
		],
	],
	[{ outcomes: ['updated', 'created', 'updated'] }, ['3 items: 1 created, 2 updated']],
	[{ isPreview: true, outputs: [{ json: {} }, { json: {} }] }, [preview('2 items: nothing')]],
	[{ isPreview: true, outcomes: ['unchanged', 'wouldUpdate', 'wouldCreate'] }, [preview(WOULD)]],
	[{ columns: { hints: ['A → Name.'] } }, ['A → Name.']],
	[
		{ emptyFields: ['Email', 'Domain'] },
		['Nothing was sent for Email and Domain: the expression gave nothing for any item.'],
	],
	[
		{ isEmpty: true },
		['Nothing found. To continue anyway, turn on Settings > Always Output Data.'],
	],
	[{ isRead: true, outcomes: ['unchanged'] }, []],
	[{ outputs: [LOG, LOG] }, ['1 item wrote no log entry: another item has the same key.']],
])('%j: %j', async ({ outcomes = [], ...facts }, hints) => {
	const given = await runHints({
		isRead: false,
		isPreview: false,
		isEmpty: false,
		restoredCount: 0,
		rateLimitedCount: 0,
		columns: { hints: [] },
		emptyFields: [],
		outputs: outcomes.map((outcome) => ({ json: { outcome } })),
		...facts,
	});
	expect(given).toEqual(hints);
});
