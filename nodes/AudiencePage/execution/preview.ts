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
		const { method = null, url: path = null, body = null } = this.request ?? {};
		return { preview: true, ...this.details, method, path, body: body as IDataObject | null };
	}
}

/** The preview that the item of a flow's context is for; none if it is for real. */
export const previewOf = (context: IExecutePaginationFunctions): Preview | undefined =>
	(context as { getPreview?: () => Preview | undefined }).getPreview?.();
