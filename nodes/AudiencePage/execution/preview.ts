import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

/**
 * Stands between an item and the service: reads go through, and what would be written is kept
 * instead.
 */
export class Preview {
	private request?: IHttpRequestOptions;
	private details: IDataObject = {};

	/** @returns whether it keeps the request: one that would write */
	takes(request: IHttpRequestOptions): boolean {
		if (request.method === 'GET') return false;
		this.request = request;
		return true;
	}

	add(details: IDataObject): void {
		Object.assign(this.details, details);
	}

	/**
	 * What the item puts out: the request that a real run would send; null if there would be none.
	 */
	get output(): IDataObject {
		const { method = null, url: path = null, body = null } = this.request ?? {};
		const request = { method, path, body: body as IDataObject | null };
		return { preview: true, outcome: this.outcome, ...this.details, ...request };
	}

	private get outcome(): string {
		if (this.request === undefined) return 'unchanged';
		return this.request.method === 'PATCH' ? 'wouldUpdate' : 'wouldCreate';
	}
}
