/** `npx tsx test/service/cli.ts --port 4020 --persons 1000 --latency 100 --rate-limit 50`: a sandbox until Ctrl-C. */
import { parseArgs } from 'node:util';
import { noFaults, type Faults, type RateLimit } from './faults/settings';
import { startSandbox, type SandboxOptions, type Sizes } from './sandbox';
import { DEFAULT_SIZES } from './seed/sizes';

const sizeNames = Object.keys(DEFAULT_SIZES) as Array<keyof Sizes>;
/** accountLogs as --account-logs */
const optionFor = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const RETRY_AFTER: Array<RateLimit['retryAfter']> = ['seconds', 'date', 'none'];

interface CommandLine {
	options: SandboxOptions;
	faults: Faults;
}

function commandLineFrom(args: string[]): CommandLine {
	const names = ['port', 'api-key', 'seed', 'latency', 'rate-limit', 'retry-after'];
	names.push(...sizeNames.map(optionFor));
	const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
	const { values } = parseArgs({ args, options });
	const wholeNumber = (name: string): number | undefined => {
		const value = values[name];
		if (value === undefined) return undefined;
		if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number, not ${value}`);
		return Number(value);
	};
	const sizes = sizeNames.map((name) => [name, wholeNumber(optionFor(name)) ?? DEFAULT_SIZES[name]]);
	const perSecond = wholeNumber('rate-limit') ?? 0;
	const retryAfter = RETRY_AFTER.find((form) => form === (values['retry-after'] ?? 'seconds'));
	if (retryAfter === undefined) {
		throw new Error(`--retry-after takes one of ${RETRY_AFTER.join(', ')}, not ${values['retry-after']}`);
	}
	return {
		options: {
			port: wholeNumber('port'),
			apiKey: values['api-key'],
			seed: wholeNumber('seed'),
			sizes: Object.fromEntries(sizes) as Sizes,
		},
		faults: {
			...noFaults(),
			latencyMs: wholeNumber('latency') ?? 0,
			rateLimit: perSecond === 0 ? undefined : { perSecond, burst: perSecond, retryAfter },
		},
	};
}

function reasonOf(error: unknown): string {
	const { code, port, message } = error as Error & { code?: string; port?: number };
	// parseArgs has advice on further lines.
	return code === 'EADDRINUSE'
		? `Port ${port} is in use: choose another with --port`
		: message.split('\n')[0]!;
}

async function main(): Promise<void> {
	const { options, faults } = commandLineFrom(process.argv.slice(2));
	const sandbox = await startSandbox(options);
	sandbox.settings.faults = faults;
	console.log(`Address: ${sandbox.url}`);
	console.log(`API key: ${sandbox.apiKey}`);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
}

main().catch((error: unknown) => {
	console.error(reasonOf(error));
	process.exitCode = 1;
});
