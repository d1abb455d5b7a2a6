/** `npm run sandbox -- --port 4020 --persons 1000`: a sandbox until Ctrl-C. */
import { parseArgs } from 'node:util';
import { startSandbox, type SandboxOptions, type Sizes } from './sandbox';
import { DEFAULT_SIZES } from './seed/sizes';

const sizeNames = Object.keys(DEFAULT_SIZES) as Array<keyof Sizes>;
/** accountLogs as --account-logs */
const optionFor = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function optionsFrom(args: string[]): SandboxOptions {
	const names = ['port', 'api-key', 'seed', ...sizeNames.map(optionFor)];
	const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
	const { values } = parseArgs({ args, options });
	const wholeNumber = (name: string): number | undefined => {
		const value = values[name];
		if (value === undefined) return undefined;
		if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number, not ${value}`);
		return Number(value);
	};
	const sizes = sizeNames.map((name) => [name, wholeNumber(optionFor(name)) ?? DEFAULT_SIZES[name]]);
	return {
		port: wholeNumber('port'),
		apiKey: values['api-key'],
		seed: wholeNumber('seed'),
		sizes: Object.fromEntries(sizes) as Sizes,
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
	const sandbox = await startSandbox(optionsFrom(process.argv.slice(2)));
	console.log(`Address: ${sandbox.url}`);
	console.log(`API key: ${sandbox.apiKey}`);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
}

main().catch((error: unknown) => {
	console.error(reasonOf(error));
	process.exitCode = 1;
});
