import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import * as receiving from '../../nodes/AudiencePage/transport/receive';
import type { Answer } from '../service/answers';
import { startSandbox, type RecordedRequest, type Sandbox, type Store } from '../service/sandbox';
import { seedStore } from '../service/seed';
import { DEFAULT_SIZES } from '../service/seed/sizes';
import { watchedBy } from '../support/everyEvent';
import { firstIds, nth } from '../support/records';
import { nextTurn, type Clock } from '../support/virtualTime';
import type { Service } from '../support/workflow';
import { pagerOf, type Paging } from './paging';

/** A key in which every way of writing it differs: its case, its encoding in a URL, in HTML and in base64. */
const API_KEY = 'sk+World/Key=<&>';

/** Nobody and nothing, but for what other records belong to. */
const SIZES = {
	persons: 0,
	accountLogs: 0,
	personLogs: 0,
	audiences: 0,
	assets: 0,
	pageLinks: 0,
	topicEntries: 0,
};

/** What records are like. */
const usual = seedStore(1, DEFAULT_SIZES);
export const usualIds = firstIds(usual);

/** Turns of the event loop after which whoever has something to do has begun with it. */
const TURNS = 3;

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

/** How an answer goes over the wire. */
export interface Wire {
	gzip?: boolean;
	/** Pieces in which the body goes out, without a length. */
	chunks?: number;
	/** Milliseconds between two of them. */
	drip?: number;
	contentType?: string | false;
	byteOrderMark?: boolean;
}

const textOf = ({ method, url, rawBody }: RecordedRequest) => `${method} ${url} ${rawBody}`;

/** A sandbox that lives by a clock: what happens, and in which order, is the same on any machine. */
export class WorldService implements Service {
	readonly hooks: Hooks[] = [];
	readonly wire: Wire = {};
	readonly paging: Paging = {};
	/** What it gives as the count of each list, if that is more than there is. */
	claimed?: number;
	/** Requests that it has carried out without saying so. */
	readonly lost: Request[] = [];
	/** Requests that it has taken up and not answered. */
	inWork = 0;

	private taken = 0;
	private readonly waiting = new Set<RecordedRequest>();
	private arrived: Array<{ text: string; goOn: () => void }> = [];

	private constructor(
		private readonly sandbox: Sandbox,
		private readonly clock: Clock,
	) {
		sandbox.settings.onRequest = async (request) => await this.takeUp(request);
		sandbox.settings.instead = (request) => (request as Request).refusal;
		sandbox.settings.onAnswer = (request, answer) => this.answer(request as Request, answer);
		sandbox.settings.pageOf = pagerOf(this.paging);
		this.waitForConnections();
	}

	/** @param world each has a key of its own: what the node learns of one service is not for another */
	static async start(clock: Clock, world: number): Promise<WorldService> {
		return new WorldService(await startSandbox({ apiKey: `${API_KEY}${world}`, sizes: SIZES }), clock);
	}

	get url(): string {
		return this.sandbox.url;
	}

	get apiKey(): string {
		return this.sandbox.apiKey;
	}

	get store(): Store {
		return this.sandbox.store;
	}

	get settings(): Sandbox['settings'] {
		return this.sandbox.settings;
	}

	async close(): Promise<void> {
		await this.sandbox.close();
	}

	addAccount(fields: { accountId: string; domain: string }): void {
		this.store.accounts.add({ ...nth(usual.accounts.all()), ...fields });
	}

	/** A person is there before the world begins. */
	addPerson(fields: IDataObject): void {
		const { persons } = this.store;
		const nobody = { email: null, phoneNumber: null, linkedinProfileUrl: null, domain: null };
		persons.add({
			...nth(usual.persons.all()),
			...nobody,
			personId: `person_${persons.size + 1}`,
			...fields,
		});
	}

	/** Puts so many records, from `first` on, into the list that an event watches: their IDs. */
	addTo(event: string, count: number, first = 0): string[] {
		const { recordsOf, idField } = watchedBy(event);
		// Somebody whose log it is.
		if (idField === 'personLogId') this.addPerson({ personId: usualIds.personId });
		const ids = Array.from({ length: count }, (_, n) => `id ${first + n}`);
		for (const id of ids) recordsOf(this.store).add({ ...nth(recordsOf(usual).all()), [idField]: id });
		return ids;
	}

	/** Holds a request back until it is taken up, and then as long as it takes. */
	private async takeUp(recorded: RecordedRequest): Promise<void> {
		const text = textOf(recorded);
		if (this.arrived.length === 0) this.clock.after(0, () => this.goOn());
		await this.held(recorded, new Promise<void>((goOn) => this.arrived.push({ text, goOn })));

		const request: Request = Object.assign(recorded, { number: this.taken++, text });
		this.inWork++;
		const latency = this.hooks.reduce((sum, hook) => sum + (hook.latency?.(request) ?? 0), 0);
		request.refusal = this.hooks.map((hook) => hook.refuse?.(request)).find((one) => one !== undefined);
		await this.held(recorded, this.clock.wait(latency));
	}

	private goOn(): void {
		// Which connection was faster is the machine's affair.
		const arrived = this.arrived.sort((a, b) => (a.text < b.text ? -1 : 1));
		this.arrived = [];
		for (const { goOn } of arrived) goOn();
	}

	private answer(request: Request, answer: Answer): void {
		const changed = this.hooks.reduce((now, { change }) => change?.(now, request) ?? now, answer);
		const isConfirmed = changed.status < 300 && !changed.cut && typeof changed.body === 'object';
		if (request.applied && !isConfirmed) this.lost.push(request);
		this.inWork--;
		Object.assign(answer, changed.cut === 'before' ? changed : this.onTheWire(request, changed));
	}

	private onTheWire(request: Request, { body, headers, ...answer }: Answer): Answer {
		const { gzip, chunks = 1, drip = 0, contentType = 'application/json', byteOrderMark } = this.wire;
		const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
		const isNothing = text === '' || answer.status === 204;
		const plain = Buffer.from(byteOrderMark && !isNothing ? `\ufeff${text}` : text);
		const bytes = gzip && !isNothing ? gzipSync(plain) : plain;
		const size = Math.max(1, Math.ceil(bytes.length / chunks));
		const { clock } = this;
		const held = this.held.bind(this);
		async function* pieces() {
			for (let at = 0; at < bytes.length; at += size) {
				if (at > 0) await held(request, clock.wait(drip));
				yield bytes.subarray(at, at + size);
			}
		}
		return {
			...answer,
			body: chunks === 1 || isNothing || answer.cut ? bytes : pieces(),
			headers: {
				'content-type': contentType === false || isNothing ? '' : contentType,
				'content-encoding': gzip && !isNothing ? 'gzip' : '',
				...headers,
			},
		};
	}

	private async held(request: RecordedRequest, until: Promise<void>): Promise<void> {
		this.waiting.add(request);
		await until;
		this.waiting.delete(request);
	}

	/**
	 * Has time pass only when nothing can go on without it: no request is on its way to the service, and no answer on its
	 * way to the node. So what happens does not depend on how fast the machine is, though the connections are real ones.
	 */
	private waitForConnections(): void {
		/** Requests that were begun and are not answered, seen from the node. */
		let open = 0;
		/** Anything that happens at the node's end of a connection. */
		let events = 0;
		const { receive } = receiving;
		jest.spyOn(receiving, 'receive').mockImplementation(async (...request) => {
			[open, events] = [open + 1, events + 1];
			try {
				return await receive(...request);
			} finally {
				[open, events] = [open - 1, events + 1];
			}
		});
		this.clock.settle = async () => {
			for (let quiet = 0, known = events; quiet < TURNS; quiet++) {
				await nextTurn();
				const held = [...this.waiting].filter(({ endedAt }) => endedAt === undefined);
				if (events === known && open === held.length) continue;
				[quiet, known] = [0, events];
			}
		};
	}
}
