/** What the node is run for in a world, what happens there, and what holds for all of that. */
import fc, { type Arbitrary } from 'fast-check';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { logged } from '../support/log';
import { runNode, type NodeRun } from '../support/runNode';
import { NODE } from '../support/workflow';
import type { OperationKind } from './deviations/Deviation';
import type { World } from './worlds';
import type { WorldService } from './WorldService';

/** A name that the text of a request shows. */
export const rowNamed = (number: number): string => `Ada row-${number}.`;

/** What the user has set up, and on which records. */
export interface Task extends OperationKind {
	parameters: INodeParameters;
	items: IDataObject[];
	settings: Settings;
	/** A row that the node itself refuses. */
	badRow?: number;
	/** Puts the records into the service that are there before. */
	prepare?: (service: WorldService) => void;
}

export interface Settings {
	onError: INode['onError'];
	retryOnFail: boolean;
}

export const settings: Arbitrary<Settings> = fc.record({
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
});

/** What has happened in a world. */
export interface Happened<Of extends Task = Task> extends World<Of> {
	run: NodeRun;
}

/** Runs the node in a world, and looks whether a law holds for what has happened there. */
export const afterRun =
	<Of extends Task>(holds: (happened: Happened<Of>) => void) =>
	async ({ task, service, ...world }: World<Of>): Promise<void> => {
		task.prepare?.(service);
		const { parameters, items, badRow = Infinity, settings } = task;
		const options = { items, ...settings, maxTries: 3, executionId: 'execution-of-a-world' };
		const run = await runNode(service, parameters, options);
		logsNoValue([items, run.json, service.apiKey], parameters);
		holds({ ...world, task, service, run, mayFail: world.mayFail || badRow < items.length });
	};

/** The texts in a value, without the names of fields. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'string' ? [value] : Object.values(Object(value) as object).flatMap(textsIn);

/** Each line of the log has its fields; none holds a text of a record, or the key. */
function logsNoValue(values: unknown, { resource, operation }: INodeParameters): void {
	const where = {
		node: NODE,
		operation: `${resource as string}.${operation as string}`,
		workflowId: 'workflow-1',
	};
	for (const line of logged.splice(0).map((one) => JSON.stringify(one))) {
		mustHold(line.includes(JSON.stringify(where).slice(0, -1)), `a field is missing: ${line}`);
		const value = textsIn(values).find((one) => one.length > 4 && line.includes(one));
		mustHold(value === undefined, `${value} is in the log: ${line}`);
	}
}

/** What a broken law tells. */
export function mustHold(condition: boolean, otherwise: string): asserts condition {
	if (!condition) throw new Error(otherwise);
}

const itemOf = ({ pairedItem }: INodeExecutionData): number => {
	const [link] = [pairedItem].flat();
	return Number(typeof link === 'object' ? link.item : link);
};

/** What came out for each item of the input: its outputs, or its error. */
export interface Outcome {
	outputs: INodeExecutionData[];
	error?: string;
}

/**
 * Outputs by the items that they are linked to, in the order of the items; nothing fails that had
 * no reason to.
 */
export function outcomesOf({ task, run, mayFail }: Happened): Outcome[] {
	const { onError } = task.settings;
	if (run.error) {
		const { message, description } = run.error;
		mustHold(onError === 'stopWorkflow', `the node continues on errors, and throws: ${message}`);
		mustHold(mayFail, `nothing is wrong, and the run fails: ${message} (${description})`);
		return [];
	}
	const outcomes: Outcome[] = task.items.map(() => ({ outputs: [] }));
	for (const output of [run.items, run.errorItems]) {
		const items = output.map(itemOf);
		const isLinked = items.every((item) => item in outcomes);
		mustHold(isLinked, `an output is linked to no item: ${JSON.stringify(output)}`);
		const isInOrder = String(items) === String([...items].sort((a, b) => a - b));
		mustHold(isInOrder, `the outputs are not in the order of the items: ${String(items)}`);
		for (const one of output) {
			const outcome = outcomes[itemOf(one)]!;
			const isError =
				output === run.errorItems ||
				(onError === 'continueRegularOutput' && one.json.error !== undefined);
			if (isError) outcome.error = String(one.json.error as string);
			else outcome.outputs.push(one);
			mustHold(
				!isError || mayFail,
				`nothing is wrong, and item ${itemOf(one)} fails: ${outcome.error}`,
			);
		}
	}
	return outcomes;
}

/**
 * The same of an operation that writes: each row has one output or an error, unless the run was
 * stopped.
 */
export function rowOutcomesOf(happened: Happened): Outcome[] {
	const outcomes = outcomesOf(happened);
	outcomes.forEach(({ outputs, error }, item) => {
		const isOne = error === undefined ? outputs.length === 1 : outputs.length === 0;
		mustHold(isOne, `item ${item} has ${outputs.length} outputs, the error ${error}`);
	});
	return outcomes;
}

/**
 * What the error that ends a run says of its items: `Of 8 items: 3 written, 1 of unknown outcome, 4
 * not sent.`
 */
export function writtenOf(
	{ message, description }: Error & { description?: string | null },
	items: number,
) {
	const all = `${message} ${description ?? ''}`;
	const count = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(all)?.[1] ?? 0);
	if (items === 1) return { done: 0, unknown: /may (have|be)|probably/i.test(all) ? 1 : 0, all };
	return { done: count('written'), unknown: count('of unknown outcome'), all };
}
