/** Every operation of the node in a workflow, for items that it can find its records by. */
import type { INodeParameters, IPairedItemData } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { nameOf } from '../../support/description';
import {
	LINKED_OPERATIONS,
	linkedItems,
	thinOutAudiences,
	type LinkedOperation,
} from '../../support/itemLinks';
import type { WorkflowFile } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, INPUT, START, valueOf, workflowWith, type Link, type Step } from '../harness/steps';

/** The name within our node of the operation that these parameters choose, such as `person.upsert`. */
export const operationIn = ({ resource, operation }: INodeParameters): string =>
	nameOf({ resource: resource as string, operation: operation as string });

/** An operation may be there once for each of its outputs, divided or not. */
const stepName = ({ resource, operation, output, splitBy }: INodeParameters): string =>
	[resource, operation, output, splitBy].filter((word) => typeof word === 'string').join(' ');

/** Reads behind one of our nodes the item that each of its items came from. */
const linkedTo = (name: string): Step => valueOf(`={{ $('${INPUT}').item.json.n }}`, name);

const behind = (name: string): string => `after ${name}`;

/** A workflow of operations side by side. */
function linkedWorkflow(sandbox: Sandbox, operations: LinkedOperation[]): WorkflowFile {
	const names = operations.map(([parameters]) => stepName(parameters));
	const steps = operations.flatMap(([parameters]) => {
		const name = stepName(parameters);
		return [{ ...audiencePage(parameters), name }, linkedTo(behind(name))];
	});
	const links = names.flatMap((name): Link[] => [
		[INPUT, name],
		[name, behind(name)],
	]);
	return workflowWith(linkedItems(sandbox), steps, links);
}

/** A workflow of all operations side by side, without what reads the links. */
export function unlinkedWorkflow(sandbox: Sandbox): WorkflowFile {
	thinOutAudiences(sandbox);
	const steps = LINKED_OPERATIONS.map(
		([parameters]): Step => ({
			...audiencePage(parameters),
			name: stepName(parameters),
		}),
	);
	const links = steps.map(({ name }): Link => [INPUT, name]);
	return workflowWith(linkedItems(sandbox), steps, links);
}

/** The operations of a run of this workflow, with the numbers of the items that their outputs say they are linked to. */
export const pairsOf = (run: Run): Array<[name: string, cameFrom: unknown[]]> =>
	LINKED_OPERATIONS.map(([parameters]) => {
		const name = stepName(parameters);
		const numbers = run.node(name).items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
		return [name, numbers];
	});

/** What `pairsOf` gives if all is well. */
export const LINKS: Array<[name: string, cameFrom: number[]]> = LINKED_OPERATIONS.map(
	([parameters, cameFrom]) => [stepName(parameters), cameFrom],
);

/** What is wrong with an operation in a run that has come to it; an empty text if nothing is. */
function faultIn(run: Run, [parameters, cameFrom]: LinkedOperation): string {
	const name = stepName(parameters);
	const [own, next] = [run.node(name), run.node(behind(name))];
	const error = own.error ?? next.error;
	if (error !== undefined) return `${name}: ${error.message}`;
	const links = JSON.stringify(next.items.map(({ json }) => json.value));
	const expected = JSON.stringify(cameFrom);
	return links === expected ? '' : `${name}: its outputs are linked to ${links}, not to ${expected}`;
}

/**
 * Runs every operation, and looks at the item that each of its outputs is linked to.
 *
 * @returns what is wrong, a line for each operation that has a fault. An operation that fails ends the run, so what it
 * kept from running is run again without it.
 */
export async function faultsOfOperations(n8n: RealN8n, sandbox: Sandbox): Promise<string[]> {
	thinOutAudiences(sandbox);
	const faults: string[] = [];
	let due = LINKED_OPERATIONS;
	for (;;) {
		const run = await n8n.run(await n8n.importWorkflow(linkedWorkflow(sandbox, due)), START);
		const hasRun = ([parameters]: LinkedOperation) => run.node(stepName(parameters)).startedAt > 0;
		const found = due.filter(hasRun).map((one) => faultIn(run, one));
		faults.push(...found.filter((fault) => fault !== ''));
		if (run.error !== undefined && found.every((fault) => fault === ''))
			return [run.error.message, ...faults];
		due = due.filter((one) => !hasRun(one));
		if (due.length === 0) return faults;
	}
}

/** How many operations these are. */
export const OPERATION_COUNT = new Set(LINKED_OPERATIONS.map(([parameters]) => operationIn(parameters))).size;
