/** A list of the service as plain objects, without n8n and HTTP. */
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import { apiError } from '../../../../nodes/AudiencePage/transport/errors';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { formWith, type Values } from '../../../support/form';
import { aNode } from '../../../support/node';

export const REQUEST: RequestData = {
	options: { method: 'GET', url: '/v0/persons/search', qs: { query: 'a' } },
	preSend: [],
	postReceive: [],
};

/** A list of so many records, whose cursor is the number of the record that a page begins with. */
export class List {
	readonly asked: IDataObject[] = [];
	readonly hints: string[] = [];

	constructor(
		private readonly count: number,
		private readonly answers: {
			greatestLimit?: number;
			status?: string;
			usual?: number;
			counts?: number;
		} = {},
		private readonly values: Values = {},
	) {}

	get context(): IExecutePaginationFunctions {
		const makeRoutingRequest = async ({ options: { qs = {} } }: RequestData) => {
			this.asked.push(qs);
			return [{ json: this.answer(qs) }];
		};
		const addExecutionHints = ({ message }: { message: string }) => this.hints.push(message);
		return { ...formWith(this.values), makeRoutingRequest, addExecutionHints } as never;
	}

	private answer({ cursor = '0', limit }: IDataObject): IDataObject {
		const {
			greatestLimit = Infinity,
			status = '400',
			usual = 2,
			counts = this.count,
		} = this.answers;
		if (Number(limit ?? 0) > greatestLimit)
			throw apiError(aNode, { message: 'No', httpCode: status });
		const start = Number(cursor);
		const end = Math.min(start + Number(limit ?? usual), this.count);
		const items = Array.from({ length: end - start }, (_, n) => ({ n: start + n }));
		const hasMore = end < this.count;
		return { items, hasMore, nextCursor: hasMore ? String(end) : null, totalCount: counts };
	}
}
