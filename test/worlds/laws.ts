import { inspect } from 'node:util';

import type { INodeExecutionData } from 'n8n-workflow';

import type { Happened } from './nodeRun';
import type { WorldService } from './WorldService';

/** What a broken law tells. */
export function mustHold(condition: boolean, otherwise: string): asserts condition {
	if (!condition) throw new Error(otherwise);
}

/** The API key stands in nothing that the node gives, leaves or throws, however it is written. */
export function keyIsNowhere({ apiKey }: WorldService, given: unknown): void {
	const text = `${JSON.stringify(given)}\n${inspect(given, { depth: 12, maxStringLength: Infinity })}`;
	for (const spelling of [apiKey, encodeURIComponent(apiKey)]) {
		const at = text.toLowerCase().indexOf(spelling.toLowerCase());
		mustHold(at < 0, `the API key is told: ${text.slice(Math.max(0, at - 100), at + 100)}`);
	}
}

const itemOf = ({ pairedItem }: INodeExecutionData): number | undefined => {
	const [link] = [pairedItem].flat();
	return typeof link === 'object' ? link.item : link;
};

/** What came out for each item of the input: its outputs, or its error. */
export interface Outcome {
	outputs: INodeExecutionData[];
	error?: string;
}

/**
 * The outputs by the items that they are linked to: each output has its item, they come in the order
 * of the items, and nothing fails that had no reason to.
 */
export function outcomesOf({ task, run, mayFail }: Happened): Outcome[] {
	const { onError } = task.settings;
	if (run.error) {
		mustHold(onError === 'stopWorkflow', `the node continues on errors, and throws: ${run.error.message}`);
		mustHold(mayFail, `nothing is wrong, and the run fails: ${run.error.message} (${run.error.description})`);
		return [];
	}
	const isError = ({ json }: INodeExecutionData) =>
		onError === 'continueRegularOutput' && json.error !== undefined;
	const failed = [...run.items.filter(isError), ...run.errorItems];
	const outcomes: Outcome[] = task.items.map(() => ({ outputs: [] }));
	for (const output of [run.items, run.errorItems]) {
		const items = output.map(itemOf);
		mustHold(
			items.every((item) => item !== undefined && item in outcomes),
			`an output is linked to no item: ${JSON.stringify(output)}`,
		);
		const sorted = [...items].sort((a, b) => Number(a) - Number(b));
		mustHold(
			String(items) === String(sorted),
			`the outputs are not in the order of the items: ${String(items)}`,
		);
	}
	for (const output of run.items.filter((one) => !isError(one))) {
		outcomes[Number(itemOf(output))]?.outputs.push(output);
	}
	for (const output of failed) {
		const error = String(output.json.error as string);
		mustHold(mayFail, `nothing is wrong, and item ${itemOf(output)} fails: ${error}`);
		const outcome = outcomes[Number(itemOf(output))];
		if (outcome) outcome.error = error;
	}
	return outcomes;
}

/** What the error that ends a run says of its items: `Of 8 items: 3 written, 1 of unknown outcome, 4 not sent.` */
export function writtenOf({ message, description }: Error & { description?: string | null }, items: number) {
	const all = `${message} ${description ?? ''}`;
	const count = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(all)?.[1] ?? 0);
	if (items === 1) return { done: 0, unknown: /may (have|be)|probably/i.test(all) ? 1 : 0, all };
	return { done: count('written'), unknown: count('of unknown outcome'), all };
}
