import { stringify } from 'flatted';
import { LoggerProxy, type IRun } from 'n8n-workflow';
import { inspect } from 'node:util';

/** The key of every sandbox of the fault tests: a text that nothing holds by chance. */
export const API_KEY = 'key-that-nobody-may-see';

/** All that objects hold: messages, stacks, causes. */
const written = (seen: object): string =>
	inspect(seen, { depth: 50, maxArrayLength: null, maxStringLength: null });

/** All that a person could get to see of runs: n8n's record of them, and its log. */
export class Seen {
	private readonly texts: string[] = [];

	/** Begins to listen to n8n's log, of every level. */
	constructor() {
		const hear = (message: string, data?: object) =>
			this.texts.push(`${message} ${inspect(data, { depth: 20, maxStringLength: null })}`);
		LoggerProxy.init({ error: hear, warn: hear, info: hear, debug: hear });
	}

	/** As n8n writes it to its database, and all that is in it besides. */
	addRun(run: IRun): void {
		this.texts.push(stringify(run.data), written(run));
	}

	add(shown: object): void {
		this.texts.push(written(shown));
	}

	expectWithout(secret: string): void {
		const all = this.texts.join('\n');
		expect(all).toContain('Workflow execution started');
		const at = all.indexOf(secret);
		expect(at < 0 ? '' : all.slice(Math.max(0, at - 100), at + 100)).toBe('');
	}
}
