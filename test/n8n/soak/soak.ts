/** `npm run soak -- --minutes 10`: prints what came of it, and fails if an item or an event was lost, or memory is leaking. */
import { parseArgs } from 'node:util';
import { ensureN8n } from '../harness/install';
import { soakTable } from './report';
import { runSoak } from './runSoak';

function minutesFrom(args: string[]): number {
	const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '10' } } });
	const minutes = Number(values.minutes);
	if (minutes > 0 && minutes < Infinity) return minutes;
	throw new Error(`--minutes takes a number above 0, not "${values.minutes}"`);
}

async function main(): Promise<void> {
	const minutes = minutesFrom(process.argv.slice(2));
	await ensureN8n();
	console.log(`Every operation and the trigger for ${minutes} minutes …`);
	const report = await runSoak(minutes);
	console.log(soakTable(report));
	if (report.findings.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
