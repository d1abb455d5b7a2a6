/** `npx tsx test/service/cli.ts`: what it prints, and how it ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

// Seconds where nothing else runs: a slow or busy machine has time.
jest.setTimeout(300_000);

interface Running {
	process: ChildProcess;
	/** All that it has printed. */
	output: () => string;
}

/** As the npm script does. */
function run(...args: string[]): Running {
	const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'cli.ts'), ...args]);
	children.push(child);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	return { process: child, output: () => output };
}

/** Address and key that it prints, as soon as it does. */
async function printed({ process: { stdout }, output }: Running): Promise<{ url: string; key: string }> {
	while (!output().includes('API key')) await once(stdout!, 'data');
	const [, url = '', key = ''] = /^Address: (\S+)\nAPI key: (\S+)\n$/.exec(output()) ?? [];
	return { url, key };
}

const children: ChildProcess[] = [];
afterAll(() => children.forEach((child) => child.kill('SIGKILL')));

it('prints its address and key in one line each, and stays until Ctrl-C', async () => {
	const sandbox = run('--persons', '7', '--api-key', 'my-key', '--rate-limit', '1', '--retry-after', 'date');
	const ended = once(sandbox.process, 'exit');
	const { url, key } = await printed(sandbox);
	expect(key).toBe('my-key');
	const list = async (): Promise<Response> =>
		await fetch(`${url}/v0/persons/search`, { headers: { 'x-api-key': key } });
	expect(await (await list()).json()).toMatchObject({ totalCount: 7 });
	// More than one a second, on the slowest machine.
	const answers = await Promise.all(Array.from({ length: 50 }, list));
	const refused = answers.find(({ status }) => status === 429);
	expect(refused?.headers.get('retry-after')).toMatch(/ GMT$/);
	const another = run('--port', new URL(url).port);
	expect(await once(another.process, 'close')).toEqual([1, null]);
	expect(another.output()).toContain('in use: choose another with --port');
	sandbox.process.kill('SIGINT');
	expect(await ended).toEqual([0, null]);
});

it.each([
	['--persons', 'many', '--persons takes a whole number, not many'],
	['--retry-after', 'later', '--retry-after takes one of seconds, date, none, not later'],
	['--person', '5', "Unknown option '--person'"],
])('says in one line what is wrong with %s %s, and ends with 1', async (option, value, message) => {
	const attempt = run(option, value);
	expect(await once(attempt.process, 'close')).toEqual([1, null]);
	expect(attempt.output()).toMatch(/^[^\n]+\n$/);
	expect(attempt.output()).toContain(message);
});
