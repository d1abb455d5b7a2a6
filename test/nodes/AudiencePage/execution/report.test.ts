import { runHints } from '../../../../nodes/AudiencePage/execution/report';
import { aNode } from '../../../support/node';

interface Run {
	/** Of the items that were written; undefined of an operation without outcomes. */
	outcomes?: Array<string | undefined>;
	/** How many items were written, failed, and may have been written: all are, if not told. */
	counts?: [written: number, failed: number, mayBeWritten: number];
	isPreview?: boolean;
	repeated?: number[];
	columns?: { hints: string[] };
	[fact: string]: unknown;
}

const preview = (what: string) =>
	`Preview of ${what}. Nothing was written. The nodes after this one run for real. To write, remove Options > Preview Only, and run the workflow again.`;
const WOULD = '4 items: 1 would be created, 1 would be updated, 1 unchanged, 1 refused';
const logOf = (item: number) => ({ json: { accountLogId: 'log_1' }, pairedItem: { item } });

const errorOf = (item: number) => ({ json: { error: 'Email must …' }, pairedItem: { item } });

test.each<[Run, string[]]>([
	[{}, []],
	[
		{ outcomes: ['created'], restoredCount: 1, rateLimitedCount: 2 },
		[
			'1 item: 1 created',
			'Skipped 1 item that the failed run had written.',
			'Rate limit reached 2 times: the node waited and sent those requests again.',
		],
	],
	[{ outcomes: ['updated', 'created', 'updated'] }, ['3 items: 1 created, 2 updated']],
	[{ outcomes: [undefined, undefined] }, []],
	[{ outcomes: [undefined], counts: [1, 2, 0] }, ['3 items: 1 written, 2 refused']],
	[
		{ outcomes: ['updated'], counts: [1, 2, 1] },
		['4 items: 1 updated, 2 refused, 1 of unknown outcome'],
	],
	[
		{ isPreview: true, outcomes: ['unchanged', 'refused', 'wouldUpdate', 'wouldCreate'] },
		[preview(WOULD)],
	],
	[{ columns: { hints: ['A → Name.'] } }, ['A → Name.']],
	[
		{ emptyFields: ['Email', 'Domain'] },
		['Nothing was sent for Email and Domain: the expression gave nothing for any item.'],
	],
	[{ isRead: true }, ['Nothing found. To continue anyway, turn on Settings > Always Output Data.']],
	[
		{ repeated: [4, 2] },
		['About the same person as an earlier item: items 2, 4 (counted from 0).'],
	],
	[{ isRead: true, outcomes: ['unchanged'] }, []],
	[
		{ outputs: [3, 5].map(logOf) },
		[
			'1 item wrote no log entry, because an earlier item has the same key: item 5 (counted from 0).',
		],
	],
	[
		{ outcomes: ['created'], counts: [1, 1, 0], outputs: [errorOf(7)] },
		['2 items: 1 created, 1 refused. With an error: item 7 (counted from 0)'],
	],
])('%j: %j', async (run, hints) => {
	const { outcomes = [], counts = [outcomes.length, 0, 0], ...facts } = run;
	const byOutcome = new Map<unknown, number>();
	for (const outcome of outcomes) byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
	const { isPreview = false, repeated = [], columns = { hints: [] } } = run;
	const [written, failed, mayBeWritten] = counts;
	const told = runHints({
		isRead: false,
		scope: { isPreview, repeated, columns, execution: { node: aNode } },
		counts: { written, failed, mayBeWritten, byOutcome },
		restoredCount: 0,
		rateLimitedCount: 0,
		emptyFields: [],
		outputs: outcomes.map((outcome) => ({ json: { outcome } })),
		...facts,
	});
	expect(told).toEqual(hints);
});
