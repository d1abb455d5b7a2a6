import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import { runNode } from '../../../support/runNode';
import type { Service } from '../../../support/workflow';

/** Does something in n8n's context of a node with the credential of a service, over HTTP. */
export async function inNode<Result>(
	service: Service,
	work: (context: IExecuteFunctions) => Promise<Result>,
): Promise<Result> {
	let working: Promise<Result> | undefined;
	const nodeType: INodeType = {
		description: { ...new AudiencePage().description, properties: [] },
		async execute() {
			working = work(this);
			await working.catch(() => undefined);
			return [[]];
		},
	};
	await runNode(service, {}, { nodeType });
	if (working === undefined) throw new Error('n8n has not run the node');
	return await working;
}
