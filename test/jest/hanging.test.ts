/** What hangs ends, with its name: a run of tests comes to its end, whatever a test does. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from '../docs/root';

const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const CONFIG = join(__dirname, 'samples', 'jest.config.mjs');

/** How Jest ends, and what it prints, where tests have half a second. */
const runSamples = async () =>
	await new Promise<{ code: unknown; output: string }>((resolve) => {
		const { JEST_WORKER_ID: _own, ...env } = process.env;
		execFile(
			process.execPath,
			[JEST, '--config', CONFIG, '--testTimeout', '500'],
			{ cwd: ROOT, env: { ...env, GRACE: '500' } },
			(error, stdout, stderr) => resolve({ code: error?.code, output: stdout + stderr }),
		);
	});

test('A run with tests that hang says which, ends and fails', async () => {
	const { code, output } = await runSamples();
	expect(code).toBe(1);
	// Jest ends a test that waits, whatever it has left open, and goes on with the next.
	expect(output).toMatch(/● A service › that never answers, and is left open\s+.*Exceeded timeout of 500 ms/);
	expect(output).toContain('1 passed');
	// Where nothing else can end it: the watchdog.
	const never = 'Hangs, and never yields, after 1 s: ';
	expect(output).toContain(`${never}${join(__dirname, 'samples', 'loops.sample.ts')}: A loop › that never ends`);
	expect(output).toContain(`${never}${join(__dirname, 'samples', 'loads.sample.ts')}: what it does before`);
});
