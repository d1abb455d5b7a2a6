/** A trigger that is polled without n8n and HTTP, at a service whose lists are written out. */
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/pendingRequest';
import type { WatchSpec } from '../../../../nodes/AudiencePage/trigger/watch';
import { watchList } from '../../../../nodes/AudiencePage/trigger/watchList';
import { formWith, type Values } from '../../../support/form';
import { logging } from '../../../support/log';
import { aNode } from '../../../support/node';

export const CREATED: WatchSpec = {
	noun: 'person',
	idField: 'personId',
	whereToCreate: 'create one',
};
/** Persons whose changes count by their name. */
export const CHANGED: WatchSpec = { ...CREATED, watchedFields: () => ['name'] };

const PERSONS = '/v0/persons/search';

/** A person by a number. */
export const person = (n: number, name = `name ${n}`): IDataObject => ({ personId: `p${n}`, name });

/** For a trigger that delivers what is there at first. */
export const EVERYTHING = { startFrom: 'everything' };

let workflows = 0;

export class Watch {
	/**
	 * What the service lists, by path, or by the page whose audiences are listed. A list page has two
	 * records; the cursor is the number of the first.
	 */
	readonly lists: Record<string, IDataObject[]> = {};
	/** What each list counts, in place of its records; null for a service that counts none. */
	counts?: number | null;
	/** What a cursor begins with. */
	beforeCursor = '';
	/**
	 * What was asked for at the latest poll: the path of a list other than that of the persons, and
	 * the cursor.
	 */
	asked: string[] = [];
	/** After so many requests the time of a poll is up, or the service fails with this message. */
	stop?: { after: number; message?: string };
	/** Called when the service is asked. */
	onRequest?: () => void;
	/** The filters that are sent. */
	qs: IDataObject = {};
	staticData: IDataObject = {};
	/** A process knows a workflow by its ID. */
	workflowId = `watching ${++workflows}`;
	node = { ...aNode, credentials: { audiencePageApi: { id: 'c1', name: 'A' } } };
	credential: IDataObject = { baseUrl: 'https://api.example.com', apiKey: 'key' };

	constructor(
		readonly values: Values = {},
		private readonly flow = watchList(CREATED),
		private readonly url = PERSONS,
	) {}

	/** Has the list hold the persons by these numbers. */
	holds(...numbers: number[]): this {
		this.lists[PERSONS] = numbers.map((n) => person(n));
		return this;
	}

	/** What a poll delivers; in mode `manual`, Fetch Test Event. */
	async poll(mode = 'trigger'): Promise<IDataObject[]> {
		this.asked = [];
		const { url, qs } = this;
		const request: RequestData = { options: { url, qs }, preSend: [], postReceive: [] };
		const outputs = await this.flow.call(this.context(mode), request);
		return outputs.map(({ json }) => json);
	}

	/** The persons of a poll, by their numbers. */
	async ids(): Promise<string[]> {
		return (await this.poll()).map(({ personId }) => String(personId as string));
	}

	/** In another process, with the same static data. */
	restart(staticData = this.staticData): void {
		this.workflowId = `watching ${++workflows}`;
		this.staticData = structuredClone(staticData);
	}

	private context(mode: string): IExecutePaginationFunctions {
		const { staticData } = this;
		const form = formWith({ event: 'personCreated', ...this.values });
		return {
			...logging,
			...form,
			getMode: () => mode,
			getNode: () => ({ ...this.node, parameters: form.getNode().parameters }),
			getWorkflow: () => ({ id: this.workflowId }),
			getCredentials: async () => this.credential,
			getWorkflowStaticData: (type: string) => (type === 'node' ? staticData : {}),
			makeRoutingRequest: async ({ options }: RequestData) => [{ json: this.answer(options) }],
		} as unknown as IExecutePaginationFunctions;
	}

	private answer({ url: path = '', qs = {} }: RequestData['options']): IDataObject {
		const url = path.replace(/^\/v0\/pages\/([^/]+)\/audiences$/, '$1');
		if (this.stop?.after === this.asked.length) {
			throw this.stop.message === undefined
				? new RequestAbortedError(false)
				: new Error(this.stop.message);
		}
		this.onRequest?.();
		const { limit, ...asked } = qs as { cursor?: string; limit: number };
		const cursor = asked.cursor?.replace(this.beforeCursor, '') ?? '';
		this.asked.push((url === PERSONS ? '' : url) + cursor);
		const records = this.lists[url];
		if (records === undefined) throw new Error(`No list at ${url}`);
		if (cursor !== '' && Number(cursor) >= records.length) throw new Error('The cursor is unknown');
		const end = Number(cursor) + Math.min(limit, url === '/v0/pages/search' ? Infinity : 2);
		const hasMore = end < records.length;
		const totalCount = this.counts === undefined ? records.length : this.counts;
		const items = structuredClone(records.slice(Number(cursor), end));
		return {
			items,
			messages: items,
			hasMore,
			nextCursor: hasMore ? `${this.beforeCursor}${end}` : null,
			totalCount,
		};
	}
}
