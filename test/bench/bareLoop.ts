import type { ICredentialDataDecryptedObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

interface Page {
	items: INodeExecutionData['json'][];
	hasMore: boolean;
	nextCursor: string | null;
}

/**
 * The least that a node can do to read all persons: n8n's own request helper in a loop, which is spared reading the
 * credential for each request, and no check, no second try, no option. What it takes is n8n's share of what our
 * node takes. It is put into the packed package by its text, so it uses nothing from outside itself.
 */
export async function bareLoop(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const persons: INodeExecutionData[] = [];
	const type = 'audiencePageApi';
	const data = await this.getCredentials<ICredentialDataDecryptedObject>(type);
	const credentialsDecrypted = { id: '', name: type, type, data };
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const qs = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
		const page = (await this.helpers.httpRequestWithAuthentication.call(
			this,
			type,
			{ url: '/v0/persons/search', qs, json: true },
			{ credentialsDecrypted },
		)) as Page;
		for (const json of page.items) persons.push({ json, pairedItem: { item: 0 } });
		cursor = page.hasMore ? page.nextCursor : null;
	}
	return [persons];
}
