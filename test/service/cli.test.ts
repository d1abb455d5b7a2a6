/** `npx tsx test/service/cli.ts`: what it prints, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

// Seconds where nothing else runs: a slow or busy machine has time.
jest.setTimeout(300_000);

function run(...args: string[]) {
	const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'cli.ts'), ...args]);
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => (output += String(chunk)));
	return { child, ended: once(child, 'close'), output: () => output };
}

it('prints its address and key in one line each, and stays until Ctrl-C', async () => {
	const { child, ended, output } = run('--persons', '7', '--api-key', 'my-key');
	while (!output().includes('API key')) await once(child.stdout, 'data');
	const [, url, key = ''] = /^Address: (\S+)\nAPI key: (my-key)\n$/.exec(output()) ?? [];
	const list = await fetch(`${url}/v0/persons/search`, { headers: { 'x-api-key': key } });
	expect(await list.json()).toMatchObject({ totalCount: 7 });
	child.kill('SIGINT');
	expect(await ended).toEqual([0, null]);
});

it('says in one line what is wrong, and ends with 1', async () => {
	const { ended, output } = run('--persons', 'many');
	expect(await ended).toEqual([1, null]);
	expect(output()).toBe('--persons takes a whole number, not many\n');
});
