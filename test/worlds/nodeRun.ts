import fc, { type Arbitrary } from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../support/runNode';
import type { OperationKind } from './deviations/Deviation';
import { keyIsNowhere } from './laws';
import type { World } from './worlds';
import type { WorldService } from './WorldService';

/** A name that the text of a request shows. */
export const rowNamed = (number: number): string => `row-${number}.`;

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
		const { parameters, items, badRow, settings } = task;
		const options = { items, ...settings, maxTries: 3, executionId: 'execution-of-a-world' };
		const run = await runNode(service, parameters, options);
		const isBad = badRow !== undefined && badRow < items.length;
		const happened = { ...world, task, service, run, mayFail: world.mayFail || isBad };
		keyIsNowhere(service, run);
		holds(happened);
	};
