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
	{ when: 'it waits for an answer', until: async ({ release }) => async () => release() },
	{
		when: 'it has the answer',
		until: async ({ request, release }) => {
			release();
			await until(() => request.endedAt);
			return async () => {};
		},
	},
	{
		when: 'n8n saves its state and the execution',
		until: async ({ release }, { postgres }) => {
			const letGo = await postgres.holdWrites('execution_data');
			release();
			const waiting = `SELECT pid FROM pg_locks WHERE relation = 'execution_data'::regclass AND NOT granted`;
			await until(async () => (await postgres.query(waiting)).length > 0 || undefined);
			return letGo;
		},
	},
	{
		when: 'its execution has begun',
		until: async ({ release }, { polls }) => {
			const before = (await polls.executions()).length;
			release();
			await until(async () => {
				const executions = await polls.executions();
				return (executions.length > before && !executions.includes('new')) || undefined;
			});
			return async () => {};
		},
	},
];
