/** Every operation of the node in a workflow, side by side, for items that it can find its records by. */
import type { INodeParameters, IPairedItemData } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { LINKED_OPERATIONS, linkedItems, thinOutAudiences } from '../../support/itemLinks';
import type { WorkflowFile } from '../harness/client';
import type { Run } from '../harness/run';
import { audiencePage, INPUT, workflowWith, type Link } from '../harness/steps';

/** An operation may be there once for each of its outputs, divided or not. */
const stepName = ({ resource, operation, output, splitBy }: INodeParameters): string =>
	[resource, operation, output, splitBy].filter((word) => typeof word === 'string').join(' ');

export function everyOperation(sandbox: Sandbox): WorkflowFile {
	thinOutAudiences(sandbox);
	const steps = LINKED_OPERATIONS.map(([parameters]) => ({
		...audiencePage(parameters),
		name: stepName(parameters),
	}));
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

export const LINKS: Array<[name: string, cameFrom: number[]]> = LINKED_OPERATIONS.map(
	([parameters, cameFrom]) => [stepName(parameters), cameFrom],
);
