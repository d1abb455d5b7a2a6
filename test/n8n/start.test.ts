import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';

const ROOT = join(__dirname, '..', '..');

/** Runs the start command to its end. */
function start(...args: string[]): Promise<{ code: unknown; printed: string }> {
	const command = ['--import', 'tsx', join(__dirname, 'start.ts'), ...args];
	return new Promise((resolve) => {
		execFile(process.execPath, command, { cwd: ROOT }, (error, stdout, stderr) =>
			resolve({ code: error?.code ?? 0, printed: stdout + stderr }),
		);
	});
}

describe('npm start ends with one clear line', () => {
	it.each([
		['--port', '--sandbox-port'],
		['--sandbox-port', '--port'],
	])('when the port of %s is in use', async (option, otherOption) => {
		const free = await getPort({ host: '127.0.0.1' });
		const taken = createServer();
		await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
		const { port } = taken.address() as AddressInfo;
		try {
			expect(await start('--once', option, String(port), otherOption, String(free))).toEqual({
				code: 1,
				printed: `Port ${port} is in use: choose another with ${option}\n`,
			});
		} finally {
			taken.close();
		}
	});

	it('when a port is none', async () => {
		const printed = '--port takes a port from 1 to 65535, not "70000"\n';
		expect(await start('--port', '70000')).toEqual({ code: 1, printed });
	});

	it('when it does not know an option', async () => {
		const { code, printed } = await start('--twice');
		expect(code).toBe(1);
		expect(printed).toMatch(/^Unknown option '--twice'.*\n$/);
	});
});
