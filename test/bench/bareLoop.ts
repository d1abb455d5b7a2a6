import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

interface Page {
	items: IDataObject[];
	hasMore: boolean;
	nextCursor: string | null;
}

const CREDENTIAL = 'audiencePageApi';
const IN_FLIGHT = 16;

type Send = (request: IHttpRequestOptions) => Promise<IDataObject>;

/**
 * The least that a node can do: n8n's own request helper in a loop, which is spared reading the credential for each
 * request, and no parameter, no check, no second try, no option. What it takes is n8n's share of what our node takes.
 * It stands in for our node's `execute`, in n8n: so it needs nothing from the bench.
 */
export async function bareLoop(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const data = await this.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
	const send: Send = async (request) =>
		(await this.helpers.httpRequestWithAuthentication.call(
			this,
			CREDENTIAL,
			{ ...request, json: true },
			{ credentialsDecrypted },
		)) as IDataObject;
	const isRead = this.getNodeParameter('operation', 0) === 'getAll';
	return [await (isRead ? readPeople(send) : createEntries(send, this.getInputData()))];
}

async function readPeople(send: Send): Promise<INodeExecutionData[]> {
	const people: INodeExecutionData[] = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const qs = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
		const page = (await send({ url: '/v0/persons/search', qs })) as unknown as Page;
		for (const json of page.items) people.push({ json, pairedItem: { item: 0 } });
		cursor = page.hasMore ? page.nextCursor : null;
	}
	return people;
}

async function createEntries(send: Send, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const created: INodeExecutionData[] = [];
	const rest = items.entries();
	const worker = async () => {
		for (const [item, { json }] of rest) {
			const { accountId, source, type, payload, name } = json;
			const body = { accountId, source, type, payload, name };
			const entry = await send({ method: 'POST', url: '/v0/account_logs', body });
			created[item] = { json: entry, pairedItem: { item } };
		}
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
	return created;
}
