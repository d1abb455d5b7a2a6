import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { addRunHints } from '../../../../nodes/AudiencePage/execution/hints';

interface Run {
	outcomes?: string[];
	restored?: number;
	previews?: number;
	rateLimited?: number;
	unmapped?: string[];
	ignored?: Record<string, boolean>;
	isRead?: boolean;
	hasErrors?: boolean;
	alwaysOutputData?: boolean;
}

const SKIPPED = 'Skipped 1 item that a previous attempt had written.';
const NOTHING_FOUND = 'Nothing found. To continue anyway, turn on Settings > Always Output Data.';

test.each<[Run, string[]]>([
	[{}, []],
	[{ outcomes: ['created'] }, ['1 person: 1 created']],
	[{ outcomes: ['unchanged', 'created', 'unchanged'] }, ['3 people: 1 created, 2 unchanged']],
	[
		{ outcomes: ['unchanged', 'updated', 'created', 'updated'] },
		['4 people: 1 created, 2 updated, 1 unchanged'],
	],
	[
		{ restored: 1, rateLimited: 2 },
		[SKIPPED, 'Rate limit reached: 2 requests had to wait and were retried.'],
	],
	[{ previews: 2 }, ['Preview of 2 items: nothing was written. To write, remove Options > Preview Only.']],
	[{ unmapped: ['Notes'] }, ['1 column fits no field: "Notes". What is in there is not sent.']],
	[
		{ unmapped: ['A', 'B'.repeat(50), '"C"', '__proto__', 'E', 'F', 'G'] },
		[
			`7 columns fit no field: "A", "${'B'.repeat(40)}…", "\\"C\\"", "__proto__", "E" and 2 more. What is in there is not sent.`,
		],
	],
	[{ ignored: { Email: true, 'e mail': false } }, ['Inputs to Ignore: no item has a column "e mail".']],
	[{ isRead: true }, [NOTHING_FOUND]],
	[{ isRead: true, outcomes: ['unchanged'] }, []],
	[{ isRead: true, hasErrors: true }, []],
	[{ isRead: true, alwaysOutputData: true }, []],
])('%j: %j', async (run, messages) => {
	const {
		outcomes = [],
		restored = 0,
		previews = 0,
		rateLimited = 0,
		unmapped = [],
		ignored = {},
		isRead = false,
		hasErrors = false,
		alwaysOutputData,
	} = run;
	const doneOutputs = async () => outcomes.map((outcome) => ({ json: { outcome } }));
	const results = { doneOutputs, hasErrors: async () => hasErrors };
	const hints: NodeExecutionHint[] = [];
	const getNode = () => ({ alwaysOutputData });
	const addExecutionHints = (...given: NodeExecutionHint[]) => hints.push(...given);
	const context = { addExecutionHints, getNode };
	const counts = { restoredCount: restored, previewCount: previews, rateLimitedCount: rateLimited };
	const scope = { unmappedColumns: new Set(unmapped), ignoredInputs: new Map(Object.entries(ignored)) };
	const facts = { isRead, ...counts, scope };
	await addRunHints(context as unknown as IExecuteFunctions, ['Of an item'], results, facts);
	expect(hints).toEqual(['Of an item', ...messages].map((message) => ({ message, location: 'outputPane' })));
	// An older n8n knows no hints.
	await addRunHints({ getNode } as IExecuteFunctions, ['Of an item'], results, facts);
});
