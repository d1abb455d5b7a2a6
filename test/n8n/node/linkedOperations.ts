/** A workflow of every operation of the node, for items that it can find its records by. */
import type { INodeParameters } from 'n8n-workflow';
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

/** A workflow of all operations side by side. */
export function linkedWorkflow(sandbox: Sandbox): WorkflowFile {
	thinOutAudiences(sandbox);
	const names = LINKED_OPERATIONS.map(([parameters]) => stepName(parameters));
	const steps = LINKED_OPERATIONS.flatMap(([parameters]) => {
		const name = stepName(parameters);
		return [{ ...audiencePage(parameters), name }, linkedTo(behind(name))];
	});
	const links = names.flatMap((name): Link[] => [
		[INPUT, name],
		[name, behind(name)],
	]);
	return workflowWith(linkedItems(sandbox), steps, links);
}

/** The operations of a run of this workflow, with the numbers of the items that their outputs are linked to. */
export const linksOf = (run: Run): Array<[name: string, cameFrom: unknown[]]> =>
	LINKED_OPERATIONS.map(([parameters]) => {
		const name = stepName(parameters);
		return [name, run.node(behind(name)).items.map(({ json }) => json.value)];
	});

/** What `linksOf` gives if all is well. */
export const LINKS: Array<[name: string, cameFrom: number[]]> = LINKED_OPERATIONS.map(
	([parameters, cameFrom]) => [stepName(parameters), cameFrom],
);
