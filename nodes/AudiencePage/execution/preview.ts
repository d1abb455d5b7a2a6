import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

function outcomeOf(request?: IHttpRequestOptions): string {
	if (request === undefined) return 'unchanged';
	return request.method === 'PATCH' ? 'wouldUpdate' : 'wouldCreate';
}

/**
 * What an item puts out in a preview.
 * @param request what a real run would send; undefined if it would write nothing
 * @param details what the operation shows beside it
 */
export function previewOf(
	request: IHttpRequestOptions | undefined,
	details: IDataObject,
): IDataObject {
	const { method = null, url: path = null, body = null } = request ?? {};
	const shown = { method, path, body: body as IDataObject | null };
	return { preview: true, outcome: outcomeOf(request), ...details, ...shown };
}
