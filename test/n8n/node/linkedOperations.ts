/**
 * Every operation of the node in a workflow, side by side, for items that it can find its records
 * by.
 */
import type { INodeParameters, IPairedItemData } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { LINKED_OPERATIONS, linkedItems, thinOutAudiences } from '../../support/itemLinks';
import type { WorkflowFile } from '../harness/client';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto } from '../harness/steps';

/** An operation may be there once for each of its outputs, divided or not. */
const nameOf = ({ resource, operation, output, splitBy }: INodeParameters): string =>
	[resource, operation, output, splitBy].filter((word) => typeof word === 'string').join(' ');

export function everyOperation(sandbox: Sandbox): WorkflowFile {
	thinOutAudiences(sandbox);
	const steps = LINKED_OPERATIONS.map(([form]) => audiencePage(form, { name: nameOf(form) }));
	return itemsInto(linkedItems(sandbox), ...steps);
}

/** In a run of this workflow, each output says which item it came from. */
export function expectLinked(run: Run): void {
	expect(run.error).toBeUndefined();
	const numbersOf = (name: string) =>
		run.node(name).items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
	expect(
		LINKED_OPERATIONS.map(([parameters]) => [nameOf(parameters), numbersOf(nameOf(parameters))]),
	).toEqual(LINKED_OPERATIONS.map(([parameters, cameFrom]) => [nameOf(parameters), cameFrom]));
}
