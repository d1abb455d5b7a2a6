/**
 * A stand-in for the service, made from its interface alone: it serves and checks by openapi.yaml, keeps what
 * is written, and records every request. On loopback only. What the interface does not show (status codes,
 * ordering, what decides which account gets an entry) is decided here in some sensible way; nothing may rely
 * on it.
 */
import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { answerRequest } from './api';
import type { Service } from './handlers/call';
import { makeId, randomFrom, serialOf } from './random';
import { recordRequests, type RecordedRequest } from './recording';
import { seedStore } from './seed';
import { DEFAULT_SIZES, type Sizes } from './seed/sizes';
import { timestampOf } from './seed/time';
import { DEFAULT_SETTINGS, type Settings } from './settings';
import type { Store } from './store';

export type { RecordedRequest, Settings, Sizes, Store };

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface SandboxOptions {
	/** A free one by default. */
	port?: number;
	apiKey?: string;
	/** Another seed gives other ids and numbers. */
	seed?: number;
	sizes?: Partial<Sizes>;
	/** The clock, in epoch milliseconds; seeded records are of the year 2025. */
	now?: () => number;
}

export interface Sandbox {
	/** The base URL, without a slash at its end. */
	url: string;
	apiKey: string;
	/** All requests in the order of their arrival, those refused included. */
	requests: RecordedRequest[];
	/** The state; a test can read and change it. */
	store: Store;
	/** What a test can change while the sandbox runs. */
	settings: Settings;
	close(): Promise<void>;
}

/** Starts a sandbox; rejects with the code EADDRINUSE if the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, apiKey = 'sandbox-key', seed = 1, sizes, now = Date.now } = options;
	const store = seedStore(seed, { ...DEFAULT_SIZES, ...sizes });
	const settings = { ...DEFAULT_SETTINGS };
	const random = randomFrom(`${seed} created`);
	let created = 0;
	const service: Service = {
		store,
		settings,
		now,
		timestamp: () => timestampOf(now()),
		newId: (prefix) => makeId(prefix, random, serialOf(created++)),
	};

	const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
	const requests = recordRequests(app);
	app.all('*', async (request, reply) => {
		const { recorded } = request;
		// Text that is no JSON goes on as it is, to be refused as such.
		const body = recorded.body ?? (recorded.rawBody === '' ? undefined : recorded.rawBody);
		// Faults (latency, rate limits, resets) hang in here: before the request has any effect, or after it.
		const {
			status,
			body: answer,
			operationId,
		} = await answerRequest({ ...recorded, body }, { service, apiKey });
		recorded.operationId = operationId;
		return reply.code(status).send(answer);
	});
	await app.listen({ host: HOST, port });

	const { port: listening } = app.server.address() as AddressInfo;
	return {
		url: `http://${HOST}:${listening}`,
		apiKey,
		requests,
		store,
		settings,
		close: () => app.close(),
	};
}
