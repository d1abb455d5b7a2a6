import { inspect } from 'node:util';
import { stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import { LoggerProxy, type INodeParameters, type NodeApiError } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../service/sandbox';
import { logged } from '../../../support/log';
import { useVirtualTime } from '../../../support/virtualTime';
import { NODE, testWorkflow, type WorkflowOptions } from '../../../support/workflow';

/** The key of every sandbox of these tests: a text that nothing holds by chance. */
export const API_KEY = 'key that+nobody/may see';

/**
 * A sandbox of its own for each test of a file, in virtual time. The key must not have been seen at
 * its end.
 */
export function useBench() {
	let sandbox: Sandbox;
	/** All that a person could get to see. */
	let seen: string[];
	const clock = useVirtualTime();

	/** Somebody sees it, and all that it holds: messages, stacks, causes. */
	const show = <Shown>(shown: Shown): Shown => {
		seen.push(inspect(shown, { depth: 50, maxArrayLength: null, maxStringLength: null }));
		return shown;
	};
	const expectUnseen = (secret: string): void => {
		const all = seen.join('\n');
		const place = all.indexOf(secret);
		expect(place < 0 ? '' : all.slice(Math.max(0, place - 100), place + 100)).toBe('');
	};

	/** @returns what ends it, as a person does in the editor, and how it ends */
	function start(parameters: INodeParameters, options: WorkflowOptions = {}) {
		const { workflow, input, additionalData } = testWorkflow(sandbox, parameters, options);
		const running = new WorkflowExecute(additionalData, 'manual').run({
			workflow,
			startNode: input,
		});
		const ended = running.then((run) => {
			// As n8n writes it to its database, and all that is in it besides.
			seen.push(stringify(run.data));
			const { status, data } = show(run);
			const items = data.resultData.runData[NODE]?.[0]?.data?.main?.[0] ?? [];
			return { status, items, error: data.resultData.error as NodeApiError | undefined };
		});
		return { cancel: () => running.cancel(), ended };
	}

	beforeEach(async () => {
		seen = [];
		const hear = (message: string, data?: object) => void show([message, data]);
		LoggerProxy.init({ error: hear, warn: hear, info: hear, debug: hear });
		const sleep = async (milliseconds: number) => await clock.wait(milliseconds);
		sandbox = await startSandbox({ apiKey: API_KEY, sleep });
	});
	afterEach(async () => {
		await sandbox.close();
		show(logged.splice(0));
		expectUnseen(API_KEY);
		expectUnseen(encodeURIComponent(API_KEY));
	});
	const run = async (...how: Parameters<typeof start>) => await start(...how).ended;
	return { sandbox: () => sandbox, clock, start, run, show, expectUnseen };
}
