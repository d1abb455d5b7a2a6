import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { readSheet } from 'read-excel-file/node';
import { untilEnded } from '../../support/processes';
import { HOST } from '../harness/serverProcess';
import { StartCommand } from './StartCommand';

const ROOT = join(__dirname, '..', '..', '..');

describe('npm start ends with one clear line', () => {
	let folder: string;
	let args: string[];

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'start-'));
		const [port, sandboxPort] = [await getPort({ host: HOST }), await getPort({ host: HOST })];
		args = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
	});

	afterEach(() => rm(folder, { recursive: true }));

	/** Runs the command to its end, where no n8n is installed. */
	function run(
		given: string[],
		env: Record<string, string> = {},
	): Promise<{ code: unknown; printed: string }> {
		const command = ['--import', 'tsx', join(__dirname, 'dev.ts'), ...given];
		const options = { cwd: ROOT, env: { ...process.env, XDG_CACHE_HOME: folder, ...env } };
		return new Promise((resolve) => {
			execFile(process.execPath, command, options, (error, stdout, stderr) =>
				resolve({ code: error?.code ?? 0, printed: stdout + stderr }),
			);
		});
	}

	it.each([
		['--port', '--sandbox-port'],
		['--sandbox-port', '--port'],
	])('when the port of %s is in use', async (option, otherOption) => {
		const free = await getPort({ host: HOST });
		const taken = createServer();
		await new Promise<void>((resolve) => taken.listen(0, HOST, resolve));
		const { port } = taken.address() as AddressInfo;
		try {
			expect(await run([option, String(port), otherOption, String(free)])).toEqual({
				code: 1,
				printed: `Port ${port} is in use: choose another with ${option}\n`,
			});
		} finally {
			taken.close();
		}
	});

	it('when a port is none', async () => {
		const printed = '--port takes a port from 1 to 65535, not "70000"\n';
		expect(await run(['--port', '70000'])).toEqual({ code: 1, printed });
	});

	it('when it knows no such option', async () => {
		const { code, printed } = await run(['--twice']);
		expect([code, printed]).toEqual([1, expect.stringMatching(/^Unknown option '--twice'[^\n]*\n$/)]);
	});

	it('when there is no compiler, before it installs anything', async () => {
		const printed =
			"To compile n8n's database driver, this machine lacks g++, make, and python3: apt-get install g++ make python3\n";
		expect(await run(args, { PATH: folder })).toEqual({ code: 1, printed });
		expect(await readdir(folder)).toEqual([]);
	});

	it('when npm does not reach its registry, and leaves nothing half-installed', async () => {
		const port = await getPort({ host: HOST }); // nobody answers there
		const { code, printed } = await run(args, {
			npm_config_registry: `http://${HOST}:${port}`,
			npm_config_cache: join(folder, 'npm'),
			npm_config_fetch_retry_mintimeout: '1',
		});
		expect(code).toBe(1);
		expect(printed).toMatch(/ECONNREFUSED[^]*\nnpm install ended with 1 in \S+\n$/);
		expect(await readdir(join(folder, 'n8n-nodes-audience-page'))).toEqual([]);
	});
});

describe('npm start', () => {
	let started: StartCommand;

	afterEach(() => started.close());

	it('does the job, then keeps the editor open until Ctrl-C, and leaves nothing but the spreadsheet', async () => {
		started = await StartCommand.start({ script: 'start' });
		await started.prints(/D-1003 +initech\.example +negotiation +12,250\.50 USD/);
		const [, path = ''] = await started.prints(/analytics[^\n]*: (output\/page-analytics-\d+-W\d+\.xlsx)\n/);
		await started.prints(/Acme pricing page +\d+-\d+-\d+ /);
		const [, address = ''] = await started.prints(/\nEditor +(\S+)[^]*Ctrl-C ends all/);
		expect((await fetch(address, { redirect: 'manual' })).headers.getSetCookie()).toHaveLength(1);
		const processes = await started.processes();
		expect(await started.interrupt()).toMatchObject({ code: 0, left: [] });
		expect(await untilEnded(processes)).toBe(true);
		const file = await readFile(join(started.folder, path));
		expect((await readSheet(file, 'Audiences'))[0]).toContain('Audience ID');
	});

	it('ends by itself with --once, also where npm is told to run no scripts', async () => {
		const env = { npm_config_ignore_scripts: 'true' };
		started = await StartCommand.start({ script: 'start', args: ['--once'], env });
		await started.prints(/D-1003[^]*Acme pricing page/);
		expect(await started.end()).toMatchObject({ code: 0, left: [] });
	});

	it.each(['builds the package', 'starts n8n'])(
		'ends at Ctrl-C while it %s, and says no more than that',
		async (moment) => {
			started = await StartCommand.start({ script: 'start' });
			await started.prints(/Building the package/);
			if (moment === 'starts n8n') await started.n8n();
			const { code, printed, left } = await started.interrupt();
			expect([code, left]).toEqual([1, []]);
			expect(printed).toMatch(/Stopping …\nStopped\n/);
			expect(printed).not.toMatch(/packed|log:/);
		},
	);

	it('ends with 1, and says why, if n8n does', async () => {
		started = await StartCommand.start({ script: 'start' });
		await started.prints(/Ctrl-C ends all/);
		process.kill(await started.n8n(), 'SIGKILL');
		const { code, printed, left } = await started.end();
		expect([code, left]).toEqual([1, []]);
		expect(printed).toContain('n8n ended by itself. The end of its log:\n');
	});

	it.each([[[]], [['--once']]])(
		'says what is missing, and ends with 1, where a write is lost: %j',
		async (args) => {
			const change = async (folder: string) => {
				const path = join(folder, 'test', 'service', 'handlers', 'accountLogs.ts');
				const text = await readFile(path, 'utf8');
				const lost =
					"	if (key === 'crm-deal-D-1003') store.accountLogs.of(account.accountId).remove(entry.accountLogId);\n";
				expect(text).toContain('	return created(');
				await writeFile(path, text.replace('	return created(', `${lost}$&`));
			};
			started = await StartCommand.start({ script: 'start', args, change });
			const { code, printed, left } = await started.end();
			expect([code, left]).toEqual([1, []]);
			expect(printed).toContain('Not done:\nDeal D-1003 is missing in the log of initech.example\n');
		},
	);
});
