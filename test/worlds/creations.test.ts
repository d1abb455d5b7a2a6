/** New records, in services of every kind: each once or reported, whatever is lost on the way. */
import fc from 'fast-check';
import { byId } from '../support/locators';
import { refusedRows, successes } from './deviations/answers';
import { repeatedKey } from './deviations/service';
import {
	afterRun,
	mustHold,
	rowNamed,
	rowOutcomesOf,
	settings,
	writtenOf,
	type Happened,
	type Task,
} from './laws';
import { itHoldsInEveryWorld } from './worlds';
import { addAccount, usualIds, type WorldService } from './WorldService';

interface Creation extends Task {
	/** The records that the service has. */
	written: (service: WorldService) => readonly object[];
	/** Whether each entry has a key. */
	hasKey: boolean;
}

const ACCOUNTS = [
	{ domain: 'acme.com', accountId: `account_${'a'.repeat(26)}` },
	{ domain: 'globex.com', accountId: `account_${'b'.repeat(26)}` },
];

const entriesOf = ({ store }: WorldService, accountId: string) =>
	store.accountLogs.of(accountId).all();

const entries = fc
	.record({
		accounts: fc.array(fc.constantFrom(...ACCOUNTS), { minLength: 1, maxLength: 8 }),
		by: fc.constantFrom('domain' as const, 'accountId' as const),
		badRow: fc.option(fc.nat(7), { nil: undefined }),
		idempotencyKey: fc.constantFrom('', '={{ $json.row }}'),
		settings,
	})
	.map(({ accounts, by, idempotencyKey, ...task }): Creation => {
		const account = { accountId: '', domain: '', [by]: '={{ $json.account }}' };
		return {
			written: (service) => ACCOUNTS.flatMap(({ accountId }) => entriesOf(service, accountId)),
			hasKey: true,
			isCreation: true,
			isRepeatable: true,
			parameters: {
				...{ resource: 'accountLog', operation: 'create', ...account },
				...{ source: '={{ $json.source }}', type: 'deal', payload: '={{ $json }}' },
				idempotencyKey,
			},
			items: accounts.map((name, number) => ({
				account: name[by],
				row: rowNamed(number),
				source: number === task.badRow ? '!' : 'crm',
			})),
			...task,
			prepare: (service) => ACCOUNTS.forEach((one) => addAccount(service, one)),
		};
	});

const WITHOUT_KEY: Array<Pick<Creation, 'parameters' | 'written'>> = [
	{
		parameters: { resource: 'person', operation: 'create', name: '={{ $json.row }}' },
		written: ({ store }) => store.persons.all(),
	},
	{
		parameters: {
			...{ resource: 'audience', operation: 'create', pageId: byId(usualIds.pageId) },
			additionalFields: { customName: '={{ $json.row }}' },
		},
		written: ({ store }) => store.audiences.of(usualIds.pageId).all(),
	},
];

const withoutKey = fc
	.record({ what: fc.constantFrom(...WITHOUT_KEY), rows: fc.integer({ min: 1, max: 8 }), settings })
	.map(({ what, rows, settings }): Creation => {
		const items = Array.from({ length: rows }, (_, number) => ({ row: rowNamed(number) }));
		return { ...what, hasKey: false, isCreation: true, isRepeatable: false, items, settings };
	});

/** How often the service can have been asked again, and not have known it for a repetition. */
function repetitionsUnseen({ task, service }: Happened<Creation>, row: string): number {
	if (!task.hasKey || service.settings.idempotency !== 'ignore') return 0;
	return service.lost.filter(({ text }) => text.includes(row)).length;
}

function eachOnceOrReported(happened: Happened<Creation>): void {
	const { task, run, service } = happened;
	const outcomes = rowOutcomesOf(happened);
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
		const isTold = done <= there && there <= done + unknown;
		mustHold(isTold, `${there} are there, and the error tells of ${done} and ${unknown}: ${all}`);
		return;
	}
	outcomes.forEach(({ error }, item) => {
		const times = of(rows[item] ?? '');
		const mayBeThere = error === undefined || /may (have|be)|probably/i.test(error);
		mustHold(
			times === 0 || mayBeThere,
			`item ${item} is there, and its error says nothing of it: ${error}`,
		);
		mustHold(
			times > 0 || error !== undefined,
			`item ${item} is given as written, and is not there`,
		);
	});
}

/** The first entries of the rows that were not sent at a second try. */
function inOrder({ service }: Happened<Creation>): void {
	for (const { accountId, domain } of ACCOUNTS) {
		const rows = entriesOf(service, accountId).map(({ payload }) => String(payload.row));
		const firsts = [...new Set(rows)];
		mustHold(
			String(firsts) === String([...firsts].sort()),
			`the entries of ${domain} are ${String(firsts)}`,
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
