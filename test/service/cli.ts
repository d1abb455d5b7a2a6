/**
 * `npx tsx test/service/cli.ts --port 4020 --persons 1000 --latency 100 --rate-limit 50`: a sandbox
 * until Ctrl-C.
 */
import { parseArgs } from 'node:util';
import {
	RETRY_AFTER,
	tokenBucket,
	type RetryAfter,
} from '../nodes/AudiencePage/transport/simulation/limits';
import { startSandbox } from './sandbox';
import { DEFAULT_SIZES } from './seed';

const sizeNames = Object.keys(DEFAULT_SIZES);
/** accountLogs as --account-logs */
const optionFor = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const NAMES = ['port', 'api-key', 'seed', 'latency', 'rate-limit', 'retry-after'];

async function start(args: string[]): Promise<void> {
	const options = Object.fromEntries(
		[...NAMES, ...sizeNames.map(optionFor)].map((name) => [name, { type: 'string' as const }]),
	);
	const { values } = parseArgs({ args, options });
	const wholeNumber = (name: string): number | undefined => {
		const value = values[name];
		if (value === undefined || /^\d+$/.test(value))
			return value === undefined ? undefined : Number(value);
		throw new Error(`--${name} takes a whole number, not ${value}`);
	};
	const given = sizeNames.map((name) => [name, wholeNumber(optionFor(name))]);
	const sizes = Object.fromEntries(given.filter(([, size]) => size !== undefined)) as object;
	const [perSecond, latencyMs = 0] = [wholeNumber('rate-limit'), wholeNumber('latency')];
	const { 'retry-after': retryAfter = 'exact' } = values;
	if (!(retryAfter in RETRY_AFTER)) {
		throw new Error(
			`--retry-after takes one of ${Object.keys(RETRY_AFTER).join(', ')}, not ${retryAfter}`,
		);
	}
	const [port, seed] = [wholeNumber('port'), wholeNumber('seed')];
	const sandbox = await startSandbox({ port, seed, sizes, apiKey: values['api-key'] });
	// A bucket that holds the requests of one second.
	const rateLimit = perSecond && {
		...tokenBucket(perSecond, perSecond),
		retryAfter: retryAfter as RetryAfter,
	};
	Object.assign(sandbox.settings.faults, { latencyMs, rateLimit });
	console.log(`Address: ${sandbox.url}\nAPI key: ${sandbox.apiKey}`);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
}

start(process.argv.slice(2)).catch((error: Error & { code?: string; port?: number }) => {
	const isTaken = error.code === 'EADDRINUSE';
	// parseArgs has advice on further lines.
	const [reason] = error.message.split('\n');
	console.error(isTaken ? `Port ${error.port} is in use: choose another with --port` : reason);
	process.exitCode = 1;
});
