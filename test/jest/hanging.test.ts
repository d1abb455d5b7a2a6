/** What hangs ends, with its name: a run of tests comes to its end, whatever a test does. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from '../docs/root';

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const CONFIG = join(__dirname, 'samples', 'jest.config.mjs');

/** How Jest ends, and what it prints, for a sample. */
const runSample = async (pattern: string) =>
	await new Promise<{ code: unknown; output: string }>((resolve) => {
		execFile(
			process.execPath,
			[JEST, '--config', CONFIG, pattern],
			{ cwd: ROOT, env: { ...process.env, GRACE: '2000' } },
			(error, stdout, stderr) => resolve({ code: error?.code, output: stdout + stderr }),
		);
	});

const sample = (name: string) => join(__dirname, 'samples', `${name}.sample.ts`);

test('A run with a test that waits for ever says which, whatever it leaves open, and goes on, ends and fails', async () => {
	const { code, output } = await runSample('waits');
	expect(output).toMatch(/● A service › that never answers, and is left open\s+.*Exceeded timeout of 500 ms/);
	expect(output).toContain('1 failed, 1 passed');
	expect(code).toBe(1);
}, 300_000);

test('A run with a test that never yields says which, ends and fails', async () => {
	const { code, output } = await runSample('loops');
	expect(output).toContain(
		`Hangs, and never yields, after 2.5 s: ${sample('loops')}: A loop › that never ends`,
	);
	expect(code).toBe(1);
}, 300_000);
