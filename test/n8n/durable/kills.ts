/** How far a poll comes before its process is killed. */
import { until } from '../harness/until';
import type { Postgres } from '../queue/Postgres';
import type { DurablePolls, HeldPoll } from './DurablePolls';

interface Place {
	polls: DurablePolls;
	postgres: Postgres;
}

interface Kill {
	when: string;
	/**
	 * Lets the poll go on until it is to be killed.
	 *
	 * @returns what lets all others go on when it is
	 */
	until: (held: HeldPoll, place: Place) => Promise<() => Promise<void>>;
}

export const KILLS: Kill[] = [
	{
		when: 'it waits for the answer',
		until:
			async ({ release }) =>
			async () =>
				release(),
	},
	{
		when: 'the answer is on its way',
		until: async ({ answered, release }) => {
			release();
			await answered;
			return async () => {};
		},
	},
	{
		when: 'n8n is about to save its state',
		until: async ({ release }, { postgres }) => await holdWrites('poller_state', postgres, release),
	},
	{
		when: 'n8n has saved its state and is about to save the execution',
		until: async ({ release }, { postgres }) => await holdWrites('execution_data', postgres, release),
	},
	{
		when: 'its execution has ended',
		until: async ({ release }, { polls }) => {
			const before = (await polls.executions()).length;
			release();
			await until(async () => {
				const executions = await polls.executions();
				return (executions.length > before && executions.every(isSuccess)) || undefined;
			});
			return async () => {};
		},
	},
];

const isSuccess = (status: string): boolean => status === 'success';

/** Lets a poll go on until it is to write to a table. */
async function holdWrites(
	table: string,
	postgres: Postgres,
	release: () => void,
): Promise<() => Promise<void>> {
	const letGo = await postgres.holdWrites(table);
	release();
	const waiting = `SELECT pid FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`;
	await until(async () => (await postgres.query(waiting)).length > 0 || undefined);
	return letGo;
}
