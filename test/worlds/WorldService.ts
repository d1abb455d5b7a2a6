import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../support/virtualTime';
import type { Service } from '../support/workflow';
import type { Answer, Hooks, Request, Seen, Wire } from './exchange';
import { Records } from './Records';

/** A key in which every way of writing it differs: its case, its encoding in a URL, in HTML and in base64. */
const API_KEY = 'sk+World/Key=<&>';

/** A request that has come and is not answered yet. */
interface Exchange {
	request: Request;
	response: ServerResponse;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** A service on loopback that lives by a clock: what happens, and in which order, is the same on any machine. */
export class WorldService implements Service {
	url = '';
	readonly records = new Records();
	readonly hooks: Hooks[] = [];
	readonly wire: Wire = {};
	/** Every request so far, in the order in which the service saw to it. */
	readonly seen: Seen[] = [];
	/** Requests that the service has taken up and not answered. */
	inWork = 0;

	private readonly server: Server;
	/** Answers that are still to come: they wait for the service to go on, or for a time. */
	private readonly open = new Set<ServerResponse>();
	private arrived: Exchange[] = [];
	private taken = 0;

	/** @param apiKey its own for each world: what the node learns of one service is not for another */
	private constructor(
		private readonly clock: Clock,
		readonly apiKey: string,
	) {
		this.server = createServer((incoming, response) => void this.arrive(incoming, response));
	}

	static async start(clock: Clock, world: number): Promise<WorldService> {
		const service = new WorldService(clock, `${API_KEY}${world}`);
		await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
		service.url = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}`;
		return service;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** Requests that have come and are not answered. */
	get held(): number {
		return this.open.size;
	}

	private async arrive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		const { method = '', url = '' } = incoming;
		const { pathname: path, searchParams: query } = new URL(url, this.url);
		const sent = Buffer.concat(chunks).toString();
		const body = (sent === '' ? {} : JSON.parse(sent)) as IDataObject;
		const text = `${method} ${url} ${sent}`;
		if (this.arrived.length === 0) this.clock.after(0, () => this.takeUpAll());
		this.arrived.push({ request: { number: 0, method, path, query, body, text }, response });
		this.open.add(response);
		response.on('close', () => this.open.delete(response));
	}

	private takeUpAll(): void {
		// Which connection was faster is the machine's affair.
		const arrived = this.arrived.sort((a, b) => (a.request.text < b.request.text ? -1 : 1));
		this.arrived = [];
		for (const exchange of arrived) this.takeUp(exchange);
	}

	private takeUp({ request, response }: Exchange): void {
		request.number = this.taken++;
		this.inWork++;
		const latency = this.hooks.reduce((sum, hook) => sum + (hook.latency?.(request) ?? 0), 0);
		const refusal = this.hooks.map((hook) => hook.refuse?.(request)).find((answer) => answer !== undefined);
		this.clock.after(latency, () => this.answer({ request, response }, refusal));
	}

	private answer({ request, response }: Exchange, refusal: Answer | undefined): void {
		const own = refusal ?? this.records.answer(request);
		const isApplied = refusal === undefined && isSuccess(own.status);
		const answer = this.hooks.reduce((now, { change }) => change?.(now, request) ?? now, own);
		const isConfirmed = isSuccess(answer.status) && answer.cut === undefined && !answer.isEmpty;
		this.seen.push({ request, isApplied, isConfirmed, status: answer.status });
		this.inWork--;
		this.send(response, answer);
	}

	private send(response: ServerResponse, { status, body, headers = {}, cut }: Answer): void {
		if (cut === 'before') return this.finish(response, () => response.destroy());
		const { gzip, chunks = 1, contentType = 'application/json', byteOrderMark } = this.wire;
		const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
		const plain = Buffer.from(byteOrderMark && text !== '' ? `\ufeff${text}` : text);
		const bytes = gzip && plain.length > 0 ? gzipSync(plain) : plain;
		const type = contentType === false || plain.length === 0 ? {} : { 'content-type': contentType };
		const encoding = bytes === plain ? {} : { 'content-encoding': 'gzip' };
		const length = chunks > 1 || status === 204 ? {} : { 'content-length': bytes.length };
		// Node's own would be the machine's.
		const date = new Date().toUTCString();
		response.writeHead(status, { date, ...type, ...encoding, ...length, ...headers });
		response.flushHeaders();

		const size = Math.max(1, Math.ceil(bytes.length / chunks));
		const pieces: Buffer[] = [];
		for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
		if (cut === 'within') {
			response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
			return this.finish(response, () => response.destroy());
		}
		this.drip(response, pieces);
	}

	private drip(response: ServerResponse, pieces: Buffer[]): void {
		const [piece, ...rest] = pieces;
		if (rest.length === 0) return this.finish(response, () => response.end(piece));
		response.write(piece);
		this.clock.after(this.wire.drip ?? 0, () => this.drip(response, rest));
	}

	private finish(response: ServerResponse, end: () => void): void {
		this.open.delete(response);
		end();
	}
}
