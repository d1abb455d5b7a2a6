import { inspect } from 'node:util';

import { stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import { LoggerProxy, type INodeParameters, type NodeApiError } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../service/sandbox';
import { useVirtualTime, type Clock } from '../../../support/virtualTime';
import { NODE, testWorkflow, type WorkflowOptions } from '../../../support/workflow';

/** The key of every sandbox of these tests: a text that nothing holds by chance. */
export const API_KEY = 'key-that-nobody-may-see';

/** All that an object holds: messages, stacks, causes. */
const written = (seen: unknown): string =>
	inspect(seen, { depth: 50, maxArrayLength: null, maxStringLength: null });

/** A sandbox, the node that is run against it, and all that a person could get to see of that. */
export class Bench {
	private readonly seen: string[] = [];

	constructor(
		readonly sandbox: Sandbox,
		readonly clock: Clock,
	) {
		const hear = (message: string, data?: object) => this.seen.push(`${message} ${written(data)}`);
		LoggerProxy.init({ error: hear, warn: hear, info: hear, debug: hear });
	}

	/** @returns what ends it, as a person does in the editor, and how it ends */
	start(parameters: INodeParameters, options: WorkflowOptions = {}) {
		const { workflow, input, additionalData } = testWorkflow(this.sandbox, parameters, options);
		const running = new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode: input });
		const ended = running.then((run) => {
			// As n8n writes it to its database, and all that is in it besides.
			this.seen.push(stringify(run.data), written(run));
			const { runData, error } = run.data.resultData;
			const items = runData[NODE]?.[0]?.data?.main?.[0] ?? [];
			return { status: run.status, items, error: error as NodeApiError | undefined };
		});
		return { cancel: () => running.cancel(), ended };
	}

	async run(parameters: INodeParameters, options: WorkflowOptions = {}) {
		return await this.start(parameters, options).ended;
	}

	/** What somebody sees. */
	show<Shown>(shown: Shown): Shown {
		this.seen.push(written(shown));
		return shown;
	}

	expectUnseen(secret: string): void {
		const all = this.seen.join('\n');
		const at = all.indexOf(secret);
		expect(at < 0 ? '' : all.slice(Math.max(0, at - 100), at + 100)).toBe('');
	}
}

/** A sandbox of its own for each test of a file, in virtual time. The key must not have been seen at its end. */
export function useBench(): () => Bench {
	let bench: Bench;
	const clock = useVirtualTime();
	const sleep = async (milliseconds: number) => await clock.wait(milliseconds);
	beforeEach(async () => {
		bench = new Bench(await startSandbox({ apiKey: API_KEY, sleep }), clock);
	});
	afterEach(async () => {
		await bench.sandbox.close();
		bench.expectUnseen(API_KEY);
	});
	return () => bench;
}
