import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isPreviewOnly } from '../fields/previewOnly';
import { requestOptionsOf, type RequestOptions } from '../fields/requestOptions';
import type { Executor } from './executor';
import type { WriteRules } from './operationRules';

/** An item that is ready to be sent. */
export interface ReadyItem {
	request: IHttpRequestOptions;
	context: IExecutePaginationFunctions;
	options: RequestOptions;
	orderingKeys: string[];
	/** Nothing of it is written. */
	isPreview: boolean;
}

/** Evaluates and checks items, each expression once, from the first time it is asked for until the item is released. */
export class ItemPreparer {
	/** Whether any item so far is a preview. */
	hasPreviews = false;
	private readonly contexts = new Map<number, IExecutePaginationFunctions>();

	/** @param writeRules of an operation that writes */
	constructor(
		private readonly executor: Executor,
		private readonly writeRules?: WriteRules,
	) {}

	contextOf(item: number): IExecutePaginationFunctions {
		const context = this.contexts.get(item) ?? this.executor.contextOf(item);
		this.contexts.set(item, context);
		return context;
	}

	/** @throws NodeOperationError naming field, rule and item, if a value breaks a rule */
	async prepare(item: number): Promise<ReadyItem> {
		const context = this.contextOf(item);
		const options = requestOptionsOf(context);
		const request = await this.executor.prepare(context);
		const orderingKeys = this.writeRules?.orderingKeys(request, context) ?? [];
		const isPreview = this.writeRules !== undefined && isPreviewOnly(context);
		this.hasPreviews ||= isPreview;
		return { request, context, options, orderingKeys, isPreview };
	}

	/** Forgets an item that has ended. */
	release(item: number): void {
		this.contexts.delete(item);
	}
}
