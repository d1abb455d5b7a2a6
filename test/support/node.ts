import type { INode } from 'n8n-workflow';

/** The node as a workflow has it, for what only names it. */
export const aNode: INode = {
	id: 'node-1',
	name: 'Audience Page',
	type: 'audiencePage',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
