/** What a program in another process asks of the sandbox itself. The service knows nothing of this. */
import type { FastifyInstance } from 'fastify';
import type { RecordedRequest } from './recording';
import type { Store } from './store';

/** What `GET /sandbox/state` answers; it needs the API key as everything does. */
export interface SandboxState {
	/** Records in the store, seeded ones included. */
	accountLogs: number;
	persons: number;
	/** Requests to the service so far; questions for this state are not among them. */
	requests: number;
	/** How many of them were answered with 429. */
	status429: number;
}

/** Adds the route to the app, apart from those of the service: no fault hits it, nothing records it. */
export function addControl(
	app: FastifyInstance,
	{ store, requests, apiKey }: { store: Store; requests: RecordedRequest[]; apiKey: string },
): void {
	app.get('/sandbox/state', async ({ headers }, reply) => {
		if (headers['x-api-key'] !== apiKey) return reply.code(401).send();
		const logsOf = store.accounts.all().map(({ accountId }) => store.accountLogs.of(accountId).size);
		const state: SandboxState = {
			accountLogs: logsOf.reduce((sum, size) => sum + size, 0),
			persons: store.persons.size,
			requests: requests.length,
			status429: requests.filter(({ status }) => status === 429).length,
		};
		return reply.send(state);
	});
}
