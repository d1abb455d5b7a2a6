/** What `npm start` and `npm run dev` can be told. */
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { HOST } from '../harness/serverProcess';

export interface Options {
	/** Of the editor. */
	port: number;
	sandboxPort: number;
	/** Ends after the job. */
	once: boolean;
	/** Builds what is saved. */
	watch: boolean;
}

/**
 * @throws Error in one line, if an argument is wrong or a port is in use
 */
export async function optionsFrom(args: string[]): Promise<Options> {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '4020' },
			once: { type: 'boolean', default: false },
			watch: { type: 'boolean', default: false },
		},
	});
	const { once, watch } = values;
	const port = await freePort('--port', values.port);
	return { port, sandboxPort: await freePort('--sandbox-port', values['sandbox-port']), once, watch };
}

async function freePort(option: string, value: string): Promise<number> {
	const port = Number(value);
	if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
		throw new Error(`${option} takes a port from 1 to 65535, not "${value}"`);
	if ((await getPort({ host: HOST, port })) === port) return port;
	throw new Error(`Port ${port} is in use: choose another with ${option}`);
}
