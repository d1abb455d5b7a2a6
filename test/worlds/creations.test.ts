/** New records, in services of every kind: each once or reported, whatever is lost on the way. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../support/locators';
import { refusedRows, successes } from './deviations/answers';
import { repeatedKey } from './deviations/writes';
import { mustHold, outcomesOf, writtenOf } from './laws';
import { afterRun, MAX_RETRIES, rowNamed, settings, type Happened, type Task } from './nodeRun';
import { itHoldsInEveryWorld } from './worlds';
import type { WorldService } from './WorldService';

interface Creation extends Task {
	/** The records that the service has. */
	written: (service: WorldService) => IDataObject[];
	/** Whether each entry has a key. */
	hasKey: boolean;
}

const ACCOUNTS = [
	{ domain: 'acme.com', accountId: `account_${'a'.repeat(26)}` },
	{ domain: 'globex.com', accountId: `account_${'b'.repeat(26)}` },
];

const entries = fc
	.record({
		accounts: fc.array(fc.constantFrom(...ACCOUNTS), { minLength: 1, maxLength: 8 }),
		by: fc.constantFrom('domain' as const, 'accountId' as const),
		badRow: fc.option(fc.nat(7), { nil: undefined }),
		idempotencyKeyMode: fc.constantFrom('item', 'content', 'custom', 'none'),
		settings,
	})
	.map(({ accounts, by, idempotencyKeyMode, ...task }): Creation => {
		const key = idempotencyKeyMode === 'custom' && { idempotencyKey: '={{ $json.row }}' };
		const account = { accountId: '', domain: '', [by]: '={{ $json.account }}' };
		return {
			written: ({ records }) => records.entries,
			hasKey: idempotencyKeyMode !== 'none',
			isCreation: true,
			isRepeatable: idempotencyKeyMode !== 'none',
			maxRetries: MAX_RETRIES,
			parameters: {
				...{ resource: 'accountLog', operation: 'create', ...account },
				...{ source: 'crm', type: 'deal', payload: '={{ $json }}' },
				options: { idempotencyKeyMode, ...key, timeout: '={{ $json.timeout }}' },
			},
			items: accounts.map((name, number) => ({
				account: name[by],
				row: rowNamed(number),
				timeout: number === task.badRow ? 'none' : 60_000,
			})),
			...task,
		};
	});

const WITHOUT_KEY: Array<Pick<Creation, 'parameters' | 'written'>> = [
	{
		parameters: { resource: 'person', operation: 'create', name: '={{ $json.row }}' },
		written: ({ records }) => records.people,
	},
	{
		parameters: {
			...{ resource: 'audience', operation: 'create', pageId: byId('page_1') },
			additionalFields: { customName: '={{ $json.row }}' },
		},
		written: ({ records }) => records.audiences,
	},
];

const withoutKey = fc
	.record({ what: fc.constantFrom(...WITHOUT_KEY), rows: fc.integer({ min: 1, max: 8 }), settings })
	.map(({ what, rows, settings }): Creation => {
		const items = Array.from({ length: rows }, (_, number) => ({ row: rowNamed(number) }));
		return {
			...what,
			hasKey: false,
			isCreation: true,
			isRepeatable: false,
			maxRetries: MAX_RETRIES,
			items,
			settings,
		};
	});

/** How often the service can have been asked again, and not have known it for a repetition. */
function repetitionsUnseen({ task, service }: Happened<Creation>, row: string): number {
	if (!task.hasKey || service.records.repeatedKey !== 'second entry') return 0;
	const lost = service.seen.filter(({ request, isApplied, isConfirmed }) => {
		return request.text.includes(row) && isApplied && !isConfirmed;
	});
	return lost.length;
}

function eachOnceOrReported(happened: Happened<Creation>): void {
	const { task, run, service } = happened;
	const outcomes = outcomesOf(happened);
	const written = task.written(service).map((record) => JSON.stringify(record));
	const of = (row: string) => written.filter((record) => record.includes(row)).length;
	const rows = task.items.map(({ row }) => String(row as string));

	for (const row of rows) {
		const most = 1 + repetitionsUnseen(happened, row);
		mustHold(of(row) <= most, `${row} is there ${of(row)} times`);
	}
	const there = rows.filter((row) => of(row) > 0).length;
	if (run.error) {
		const { done, unknown, all } = writtenOf(run.error, rows.length);
		mustHold(
			there <= done + unknown,
			`${there} are there, and the error tells of ${done} and ${unknown}: ${all}`,
		);
		mustHold(done <= there, `${there} are there, and the error tells of ${done}: ${all}`);
		return;
	}
	outcomes.forEach(({ outputs, error }, item) => {
		const times = of(rows[item] ?? '');
		if (error === undefined) {
			mustHold(outputs.length === 1, `item ${item} has ${outputs.length} outputs, and no error`);
			mustHold(times > 0, `item ${item} is given as written, and is not there`);
		} else {
			const isTold = /may (have|be)|probably/i.test(error);
			mustHold(times === 0 || isTold, `item ${item} is there, and its error says nothing of it: ${error}`);
		}
	});
}

/** The first entries of the rows that were not sent at a second try. */
function inOrder({ service, task }: Happened<Creation>): void {
	for (const account of new Set(task.items.map((item) => item.account))) {
		const rows = service.records.entries.filter(({ domain, accountId }) =>
			[domain, accountId].includes(account),
		);
		const numbers = rows.map(({ payload }) => (payload as IDataObject).row as number);
		const firsts = [...new Set(numbers)];
		mustHold(
			String(firsts) === String([...firsts].sort()),
			`the entries of ${String(account as string)} are ${String(firsts)}`,
		);
	}
}

describe('Account Log > Create', () => {
	itHoldsInEveryWorld(
		'writes each entry once and in order, or reports it',
		entries,
		[successes, refusedRows, repeatedKey],
		afterRun((happened) => {
			eachOnceOrReported(happened);
			if (!happened.task.settings.retryOnFail) inOrder(happened);
		}),
	);
});

describe('Person > Create and Audience > Create', () => {
	itHoldsInEveryWorld(
		'write each record at most once, and report what is lost',
		withoutKey,
		[successes, refusedRows],
		afterRun(eachOnceOrReported),
	);
});
