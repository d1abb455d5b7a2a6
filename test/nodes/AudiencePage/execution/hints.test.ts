import { runHints } from '../../../../nodes/AudiencePage/execution/hints';

interface Run {
	outcomes?: string[];
	/** The outcomes of previews; null for an operation that gives none. */
	previews?: Array<string | null>;
	unmapped?: string[];
	ignored?: Record<string, boolean>;
	[fact: string]: unknown;
}

const preview = (what: string) =>
	`Preview of ${what} was written. The nodes after this one run for real. To write, remove Options > Preview Only, and run the workflow again.`;
const WOULD = '3 items: 1 would be created, 1 would be updated, 1 unchanged. Nothing';
const CREATED = '1 item: 1 created';
const SKIPPED = 'Skipped 1 item that a previous attempt had written.';
const LIMITED = 'Rate limit reached 2 times: the node waited and sent those requests again.';
const COLUMNS = ['"A"', ...'BCDEFGHIJKLMNOPQRSTUV'];
const LOG = { json: { accountLogId: 'log_1' } };
const LISTED = `"\\"A\\"", "${COLUMNS.slice(1, 20).join('", "')}" and 2 more`;

test.each<[Run, string[]]>([
	[{}, []],
	[{ outcomes: ['created'], restoredCount: 1, rateLimitedCount: 2 }, [CREATED, SKIPPED, LIMITED]],
	[{ outcomes: ['updated', 'created', 'updated'] }, ['3 items: 1 created, 2 updated']],
	[{ previews: [null, null] }, [preview('2 items: nothing')]],
	[
		{ outcomes: ['created'], previews: ['unchanged', 'wouldUpdate', 'wouldCreate'] },
		[CREATED, preview(WOULD)],
	],
	[{ unmapped: ['Notes'] }, ['1 column fits no field and is not sent: "Notes".']],
	[{ unmapped: COLUMNS }, [`22 columns fit no field and are not sent: ${LISTED}.`]],
	[
		{ ignored: { Email: true, 'e mail': false } },
		['Inputs to Ignore: no item has a column "e mail".'],
	],
	[
		{ isEmpty: true },
		['Nothing found. To continue anyway, turn on Settings > Always Output Data.'],
	],
	[{ isRead: true, outcomes: ['unchanged'] }, []],
	[{ outputs: [LOG, LOG] }, ['1 item wrote no log entry: another item has the same key.']],
])(
	'%j: %j',
	async ({ outcomes = [], previews = [], unmapped = [], ignored = {}, ...facts }, hints) => {
		const given = await runHints({
			...{ isRead: false, isEmpty: false, restoredCount: 0, rateLimitedCount: 0 },
			outputs: [
				...outcomes.map((outcome) => ({ json: { outcome } })),
				...previews.map((outcome) => ({ json: { preview: true, outcome } })),
			],
			scope: {
				unmappedColumns: new Set(unmapped),
				ignoredInputs: new Map(Object.entries(ignored)),
			},
			...facts,
		});
		expect(given).toEqual(hints);
	},
);
