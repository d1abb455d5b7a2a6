/** Google Sheets as n8n's node sees it over the network: a proxy that answers for Google, with one empty sheet. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyPluginCallback } from 'fastify';
import { generate } from 'selfsigned';

const HOSTS = ['oauth2.googleapis.com', 'sheets.googleapis.com'];

/** The sheet's name. */
export const SHEET = 'Sheet1';

type Cell = string | number | boolean;

interface InRange {
	Params: { range: string };
	Body: { values: Cell[][] };
}

interface InCells {
	Body: { data: Array<{ range: string; values: [[Cell]] }> };
}

export interface FakeGoogle {
	/** What stands in the sheet, row by row. */
	rows: Cell[][];
	/** What makes an n8n take it for Google: for its environment. */
	env: Record<string, string>;
	close(): Promise<void>;
}

/** What n8n calls of https://developers.google.com/workspace/sheets/api/reference/rest, for one sheet of whole rows. */
const sheetOf =
	(rows: Cell[][]): FastifyPluginCallback =>
	(app, _options, done) => {
		app.get('', () => ({ sheets: [{ properties: { sheetId: 0, title: SHEET } }] }));
		app.get<InRange>('/values/:range', ({ params }) => {
			const [first, last] = rowsOf(params.range) ?? [1, rows.length];
			const values = rows.slice(first - 1, last);
			return values.length > 0 ? { values } : {};
		});
		app.put<InRange>('/values/:range', ({ params, body }) => {
			const [first] = rowsOf(params.range) ?? [1];
			for (const [index, row] of body.values.entries()) rows[first - 1 + index] = row;
			return {};
		});
		app.post<InCells>('/values::batchUpdate', ({ body }) => {
			for (const { range, values } of body.data) {
				const [row, column] = cellOf(range);
				rows[row - 1]![column - 1] = values[0][0];
			}
			return {};
		});
		app.post('::batchUpdate', () => ({})); // makes room, of which there is always enough here
		done();
	};

/** First and last row of a range such as `Sheet1!2:4`; undefined for the sheet as a whole. */
function rowsOf(range: string): [number, number] | undefined {
	const [, first, last] = /!(\d+):(\d+)$/.exec(range) ?? [];
	return first === undefined ? undefined : [Number(first), Number(last)];
}

/** Row and column of a range such as `Sheet1!B4`, both from 1. */
function cellOf(range: string): [number, number] {
	const [, column = 'A', row] = /!([A-Z])(\d+)$/.exec(range) ?? [];
	return [Number(row), column.charCodeAt(0) - 'A'.charCodeAt(0) + 1];
}

/** Starts it on a free port of loopback. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
	const rows: Cell[][] = [];
	const certificate = await generate([{ name: 'commonName', value: 'Google in a test' }], {
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: HOSTS.map((value) => ({ type: 2 as const, value })) }],
	});
	const folder = await mkdtemp(join(tmpdir(), 'fake-google-'));
	const certificateFile = join(folder, 'certificate.pem');
	await writeFile(certificateFile, certificate.cert);

	const google = Fastify({
		https: { key: certificate.private, cert: certificate.cert },
		forceCloseConnections: true,
	});
	google.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => done(null, body),
	);
	google.post('/token', () => ({ access_token: 'token-of-a-test', expires_in: 3600, token_type: 'Bearer' }));
	await google.register(sheetOf(rows), { prefix: '/v4/spreadsheets/:spreadsheet' });
	await google.ready();

	const proxy = createServer().on('connect', (_request, socket) => {
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		google.server.emit('connection', socket);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');

	const { port } = proxy.address() as AddressInfo;
	const close = async () => {
		await google.close();
		proxy.close();
		await rm(folder, { recursive: true });
	};
	const env = { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: certificateFile };
	return { rows, env, close };
}
