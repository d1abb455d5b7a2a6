import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { HOST, startServer, type ServerProcess } from './serverProcess';
import { until } from './until';

/** Answers, and does not listen to a signal that asks it to end. */
const stubborn = (port: number): string => `
	process.on('SIGTERM', () => {});
	require('node:http').createServer((_, response) => response.end()).listen(${port}, '${HOST}');`;

/** Starts another process that does the work. */
const startsAnother = (script: string): string => `
	require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}]);
	setInterval(() => {}, 1000);`;

describe('a server', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'server-'));
	});

	afterEach(() => rm(folder, { recursive: true }));

	const start = async (script: string, ping: () => Promise<unknown>): Promise<ServerProcess> =>
		await startServer({
			name: 'A server',
			command: process.execPath,
			args: ['-e', script],
			folder,
			log: join(folder, 'server.log'),
			ping,
		});

	const neverUp = () => Promise.reject(new Error('It does not answer'));

	it('that ends before it answers is an error with what it printed', async () => {
		const script = 'console.log("There is no room"); process.exit(1)';
		await expect(start(script, neverUp)).rejects.toThrow(
			'A server ended while it started. The end of its log:\nThere is no room',
		);
	});

	it('ends with all that it has started', async () => {
		const port = await getPort({ host: HOST });
		const ask = () => fetch(`http://${HOST}:${port}`);
		const server = await start(startsAnother(stubborn(port)), ask);
		await server.end('SIGTERM');
		await until(() =>
			ask().then(
				() => undefined,
				() => true,
			),
		);
		await expect(ask()).rejects.toThrow('fetch failed');
	});

	it('that is to be ended and has ended before is an error', async () => {
		const port = await getPort({ host: HOST });
		const server = await start(stubborn(port), () => fetch(`http://${HOST}:${port}`));
		await server.end('SIGKILL');
		await expect(server.end('SIGTERM')).rejects.toThrow('A server ended by itself.');
	});
});
