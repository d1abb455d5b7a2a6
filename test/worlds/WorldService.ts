import type { IDataObject } from 'n8n-workflow';
import * as attempts from '../../nodes/AudiencePage/transport/attempt';
import type { Answer } from '../service/answers';
import { startSandbox, type RecordedRequest, type Sandbox } from '../service/sandbox';
import { seedStore } from '../service/seed';
import { watchedBy } from '../support/everyEvent';
import { firstIds, nth } from '../support/records';
import { nextTurn, type Clock } from '../support/virtualTime';
import { pagerOf, type Paging } from './paging';

/** Nobody and nothing, but for what other records belong to. */
const SIZES = {
	...{ persons: 0, accountLogs: 0, personLogs: 0, audiences: 0 },
	...{ assets: 0, pageLinks: 0, topicEntries: 0 },
};
/** Turns of the event loop after which whoever has something to do has begun with it. */
const TURNS = 3;

/** What records are like. */
const usual = seedStore();
export const usualIds = firstIds(usual);

export interface Request extends RecordedRequest {
	/** Counts the requests of a world, from 0. */
	number: number;
	/** Everything of it in one text: by this a deviation tells the rows of the input apart. */
	text: string;
	/** What comes in place of the service's answer. */
	refusal?: Answer;
}

/** What a deviation changes of how requests are answered. */
export interface Hooks {
	/** Milliseconds that a request takes. */
	latency?: (request: Request) => number;
	/** An answer in place of the service's, which then has not done anything. */
	refuse?: (request: Request) => Answer | undefined;
	/** What becomes of the answer, after the service has done what was asked. */
	change?: (answer: Answer, request: Request) => Answer;
}

/** A sandbox, and how it deviates from a plain one. */
export interface WorldService extends Sandbox {
	hooks: Hooks[];
	paging: Paging;
	/** Requests that it has carried out without saying so. */
	lost: Request[];
	/** Requests that it has taken up and not answered. */
	inWork: number;
}

/**
 * Starts a sandbox that lives by a clock, the same on any machine. Each world has a key of its own.
 */
export async function startService(clock: Clock, world: number): Promise<WorldService> {
	const sandbox = await startSandbox({ apiKey: `key of world ${world}`, sizes: SIZES });
	const service: WorldService = { ...sandbox, hooks: [], paging: {}, lost: [], inWork: 0 };
	const { hooks, settings } = service;
	const waiting = new Set<RecordedRequest>();
	const held = async (request: RecordedRequest, until: Promise<void>) => {
		waiting.add(request);
		await until;
		waiting.delete(request);
	};

	let arrived: Array<{ text: string; takeUp: () => void }> = [];
	const takeUpAll = () => {
		// Which connection was faster is the machine's affair.
		const all = arrived.sort((a, b) => (a.text < b.text ? -1 : 1));
		arrived = [];
		for (const { takeUp } of all) takeUp();
	};
	let taken = 0;
	settings.onRequest = async (recorded) => {
		const text = `${recorded.method} ${recorded.url} ${recorded.rawBody}`;
		if (arrived.length === 0) clock.after(0, takeUpAll);
		await held(recorded, new Promise<void>((takeUp) => arrived.push({ text, takeUp })));
		const request: Request = Object.assign(recorded, { number: taken++, text });
		service.inWork++;
		const latency = hooks.reduce((sum, hook) => sum + (hook.latency?.(request) ?? 0), 0);
		request.refusal = hooks.map((hook) => hook.refuse?.(request)).find((one) => one !== undefined);
		await held(request, clock.wait(latency));
	};
	settings.instead = (request) => (request as Request).refusal;
	settings.pageOf = pagerOf(service.paging);
	settings.onAnswer = (recorded, answer) => {
		const request = recorded as Request;
		const changed = hooks.reduce((now, { change }) => change?.(now, request) ?? now, answer);
		const isConfirmed = changed.status < 300 && !changed.cut && typeof changed.body === 'object';
		if (request.applied && !isConfirmed) service.lost.push(request);
		service.inWork--;
		Object.assign(answer, changed);
	};
	waitForConnections(
		clock,
		() => [...waiting].filter(({ endedAt }) => endedAt === undefined).length,
	);
	return service;
}

/**
 * Has time pass only when nothing can go on without it: no request is on its way to the service,
 * and no answer on its way to the node. So what happens does not depend on how fast the machine is,
 * though the connections are real ones.
 *
 * @param held how many requests the service holds back
 */
function waitForConnections(clock: Clock, held: () => number): void {
	/** Requests that were begun and are not answered, seen from the node. */
	let open = 0;
	/** Anything that happens at the node's end of a connection. */
	let events = 0;
	const { sendOnce } = attempts;
	jest.spyOn(attempts, 'sendOnce').mockImplementation(async (...request) => {
		[open, events] = [open + 1, events + 1];
		return await sendOnce(...request).finally(() => ([open, events] = [open - 1, events + 1]));
	});
	clock.settle = async () => {
		for (let quiet = 0, known = events; quiet < TURNS; quiet++) {
			await nextTurn();
			if (events === known && open === held()) continue;
			[quiet, known] = [0, events];
		}
	};
}

export const addAccount = (
	{ store }: WorldService,
	fields: { accountId: string; domain: string },
) => store.accounts.add({ ...nth(usual.accounts.all()), ...fields });

/** A person is there before the world begins. */
export function addPerson({ store: { persons } }: WorldService, fields: IDataObject): void {
	const nobody = { email: null, phoneNumber: null, linkedinProfileUrl: null, domain: null };
	persons.add({
		...nth(usual.persons.all()),
		...nobody,
		personId: `person_${persons.size + 1}`,
		...fields,
	});
}

/** Puts so many records into the list that an event watches. */
export function addTo(service: WorldService, event: string, count: number): void {
	const { recordsOf, idField } = watchedBy(event);
	// Somebody whose log it is.
	if (idField === 'personLogId') addPerson(service, { personId: usualIds.personId });
	for (let n = 0; n < count; n++)
		recordsOf(service.store).add({ ...nth(recordsOf(usual).all()), [idField]: `id ${n}` });
}
