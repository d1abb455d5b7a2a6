/**
 * A stand-in for the service, made from its interface alone: it serves and checks by openapi.yaml,
 * keeps what is written, and records every request. On loopback only. What the interface does not
 * show (status codes, ordering, what decides which account gets an entry) is decided here in some
 * sensible way; nothing may rely on it.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from './answers';
import { answerRequest, operationFor } from './api';
import { answerWith, FaultPlan, type FailNextOptions, type FaultKind, type Faults } from './faults';
import type { Service } from './handlers/call';
import { makeId, randomFrom, serialOf } from './random';
import { recordRequests, type RecordedRequest } from './recording';
import { seedStore, type Sizes } from './seed';
import { timestampOf } from './seed/time';
import { defaultSettings, type Settings } from './settings';
import type { Store } from './store';

export type { FailNextOptions, FaultKind, Faults, RecordedRequest, Settings, Sizes, Store };

const HOST = '127.0.0.1';
const API_KEY = 'sandbox-key';
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface SandboxOptions {
	/** A free one by default. */
	port?: number;
	apiKey?: string;
	sizes?: Partial<Sizes>;
	/** The clock of timestamps, in epoch milliseconds; seeded records are of 2025. */
	now?: () => number;
	/** How latency passes; in real time by default. */
	sleep?: (milliseconds: number) => Promise<void>;
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
	/** The next requests that it can hit get this fault, whatever the chances. */
	failNext(kind: FaultKind, options?: FailNextOptions): void;
	close(): Promise<void>;
}

/** Does not keep a process from its end. */
const sleepUnheeded = async (milliseconds: number) =>
	await wait(milliseconds, undefined, { ref: false });

/** Starts a sandbox; rejects with the code EADDRINUSE if the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, apiKey = API_KEY, sizes, now = () => Date.now() } = options;
	const store = seedStore(sizes);
	const settings = defaultSettings();
	const random = randomFrom('created');
	let created = 0;
	const service: Service = {
		store,
		settings,
		timestamp: () => timestampOf(now()),
		newId: (prefix) => makeId(prefix, random, serialOf(created++)),
	};

	const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
	const requests: RecordedRequest[] = [];
	const plan = new FaultPlan(settings);
	recordRequests(app, requests);
	serve(app, service, plan, options);
	await app.listen({ host: HOST, port });

	const { port: listening } = app.server.address() as AddressInfo;
	return {
		...{ url: `http://${HOST}:${listening}`, apiKey, requests, store, settings },
		failNext: (kind, failOptions) => plan.failNext(kind, failOptions),
		close: () => app.close(),
	};
}

/** Routes every request to the service, or into the fault that the plan has for it. */
function serve(
	app: FastifyInstance,
	service: Service,
	plan: FaultPlan,
	options: SandboxOptions,
): void {
	const { settings } = service;
	const { apiKey = API_KEY, sleep = sleepUnheeded } = options;
	app.all('*', async ({ recorded }, reply) => {
		// Text that is no JSON goes on as it is, to be refused as such.
		const body = recorded.body ?? (recorded.rawBody === '' ? undefined : recorded.rawBody);
		const asked = { ...recorded, body };
		const operation = await operationFor(asked);
		recorded.operationId = operation?.operationId;
		await settings.onRequest(recorded);

		const { fault, retryAfterMs } = plan.fateOf(recorded, operation?.isList ?? false);
		recorded.fault = fault;
		// A client that goes away meanwhile changes nothing: the service has its request.
		const { latencyMs } = settings.faults;
		if (latencyMs > 0) await sleep(latencyMs);
		const scene = { request: recorded, faults: settings.faults, retryAfterMs };
		const answer = await answerWith(fault, scene, async () => {
			const instead = settings.instead(recorded);
			const own = instead ?? (await answerRequest(asked, { service, apiKey }));
			recorded.applied = instead === undefined && own.status < 300;
			settings.onAnswer(recorded, own);
			return own;
		});
		return await send(reply, answer);
	});
}
