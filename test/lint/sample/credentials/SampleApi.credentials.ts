import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class SampleApi implements ICredentialType {
	name = 'sample';

	displayName = 'Sample API';

	properties: INodeProperties[] = [{ displayName: 'API Key', name: 'apiKey', type: 'string', default: '' }];
}
