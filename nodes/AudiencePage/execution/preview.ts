import type { IDataObject, IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

type Send = (request: IHttpRequestOptions) => Promise<IDataObject>;

/** Stands between an item and the service: reads go through, and what would be written is kept instead. */
export class Preview {
	private request?: IHttpRequestOptions;
	private details: IDataObject = {};

	/** @param read sends a request that writes nothing */
	constructor(private readonly read: Send) {}

	/** @returns the response; an empty object for what would be written */
	async send(request: IHttpRequestOptions): Promise<IDataObject> {
		if (request.method === 'GET') return await this.read(request);
		this.request = request;
		return {};
	}

	/** Adds what an operation can say beside its request. */
	add(details: IDataObject): void {
		Object.assign(this.details, details);
	}

	/** What the item puts out: the request that a real run would send; null if there would be none. */
	get output(): IDataObject {
		const { method, url, body } = this.request ?? {};
		const request = { method: method ?? null, path: url ?? null, body: (body as IDataObject) ?? null };
		return { preview: true, ...this.details, ...request };
	}
}

/** The preview that the item of a flow's context is for; none if it is for real. */
export const previewOf = (context: IExecutePaginationFunctions): Preview | undefined =>
	(context as { getPreview?: () => Preview | undefined }).getPreview?.();
