import './missing';
import { readFileSync } from 'node:fs';
import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

export class Sample implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sample',
		name: 'sample',
		icon: 'file:missing.svg',
		group: ['transform'],
		version: 1,
		description: readFileSync(`${process.env.HOME}/description.txt`, 'utf8'),
		defaults: { name: 'Sample' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'a badly cased name', name: 'name', type: 'string', default: '' }],
	};
}
