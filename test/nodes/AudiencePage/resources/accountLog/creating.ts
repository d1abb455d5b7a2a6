import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../../../../support/runNode';
import type { Service } from '../../../../support/workflow';

/** Runs Account Log > Create, for one deal unless told otherwise. */
export const createEntry = async (
	service: Service,
	parameters: INodeParameters,
	items: IDataObject[] = [{ deal: 'D-1' }],
): Promise<NodeRun> =>
	await runNode(
		service,
		{ resource: 'accountLog', operation: 'create', source: 'hubspot', ...parameters },
		{ items },
	);
