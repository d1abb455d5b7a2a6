/** A workflow of every operation of the node, for items that it can find its records by. */
import type { INodeParameters, IPairedItemData } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { nameOf } from '../../support/description';
import { LINKED_OPERATIONS, linkedItems, thinOutAudiences } from '../../support/itemLinks';
import type { WorkflowFile } from '../harness/client';
import type { Run } from '../harness/run';
import { audiencePage, INPUT, valueOf, workflowWith, type Link, type Step } from '../harness/steps';

/** The name within our node of the operation that these parameters choose, such as `person.upsert`. */
export const operationIn = ({ resource, operation }: INodeParameters): string =>
	nameOf({ resource: resource as string, operation: operation as string });

/** An operation may be there once for each of its outputs, divided or not. */
const stepName = ({ resource, operation, output, splitBy }: INodeParameters): string =>
	[resource, operation, output, splitBy].filter((word) => typeof word === 'string').join(' ');

/** Reads behind one of our nodes the item that each of its items came from. */
const linkedTo = (name: string): Step => valueOf(`={{ $('${INPUT}').item.json.n }}`, name);

const behind = (name: string): string => `after ${name}`;

const OPERATIONS = LINKED_OPERATIONS.map(
	([parameters]): Step => ({
		...audiencePage(parameters),
		name: stepName(parameters),
	}),
);

/** A workflow of all operations side by side. */
export function linkedWorkflow(sandbox: Sandbox): WorkflowFile {
	thinOutAudiences(sandbox);
	const steps = OPERATIONS.flatMap((step) => [step, linkedTo(behind(step.name))]);
	const links = OPERATIONS.flatMap(({ name }): Link[] => [
		[INPUT, name],
		[name, behind(name)],
	]);
	return workflowWith(linkedItems(sandbox), steps, links);
}

/** The same without what reads the links. */
export function unlinkedWorkflow(sandbox: Sandbox): WorkflowFile {
	thinOutAudiences(sandbox);
	const links = OPERATIONS.map(({ name }): Link => [INPUT, name]);
	return workflowWith(linkedItems(sandbox), OPERATIONS, links);
}

/** The operations of a run of this workflow, with the numbers of the items that their outputs are linked to. */
export const linksOf = (run: Run): Array<[name: string, cameFrom: unknown[]]> =>
	LINKED_OPERATIONS.map(([parameters]) => {
		const name = stepName(parameters);
		return [name, run.node(behind(name)).items.map(({ json }) => json.value)];
	});

/** The same by what the outputs say themselves. */
export const pairsOf = (run: Run): Array<[name: string, cameFrom: unknown[]]> =>
	OPERATIONS.map(({ name }) => {
		const numbers = run.node(name).items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
		return [name, numbers];
	});

/** What `linksOf` and `pairsOf` give if all is well. */
export const LINKS: Array<[name: string, cameFrom: number[]]> = LINKED_OPERATIONS.map(
	([parameters, cameFrom]) => [stepName(parameters), cameFrom],
);
