/** A trigger that is polled without n8n, with a list that is written out instead of asked for. */
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import type { ListPage } from '../../../../nodes/AudiencePage/transport/pagination';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import type { WatchSpec } from '../../../../nodes/AudiencePage/trigger/changeDetector';
import { watchList } from '../../../../nodes/AudiencePage/trigger/watchList';
import { formWith, type Values } from '../../../support/form';
import { aNode } from '../../../support/node';

export const CREATED: WatchSpec = { noun: 'person', idField: 'personId', whereToCreate: 'create one' };
/** Persons whose changes count by their name. */
export const CHANGED: WatchSpec = {
	...CREATED,
	contentOf: ({ name }) => name,
	toOutput: ({ record, previousFingerprint }) => ({ ...record, isNew: previousFingerprint === undefined }),
};

const REQUEST: RequestData = { options: { url: '/v0/persons/search' }, preSend: [], postReceive: [] };

/** A person by a number. */
export const person = (n: number, name = `name ${n}`): IDataObject => ({ personId: `p${n}`, name });

/** How the beginning of the list stands among the cursors. */
export const BEGINNING = 'beginning';

let workflows = 0;

/** A trigger in a workflow of its own, and the list that it watches. */
export class Watch {
	/** The list: its pages, and what it counts. The cursor of each page but the first is its number. */
	pages: IDataObject[][] = [];
	totalCount: number | null | undefined = undefined;
	/** After so many pages the time of a poll is up, or the service fails. */
	stop?: { after: number; error: Error };
	staticData: IDataObject = {};
	/** What was read at the latest poll, by cursor. */
	read: string[] = [];
	/** Where the latest poll was to begin. */
	from?: string;
	private readonly workflowId = `watching ${++workflows}`;

	constructor(
		private readonly values: Values = {},
		private readonly spec = CREATED,
	) {}

	/** Has the list hold the persons by these numbers, two a page, and count them. */
	holds(...numbers: number[]): this {
		this.pages = [];
		for (let at = 0; at < numbers.length; at += 2) {
			this.pages.push(numbers.slice(at, at + 2).map((n) => person(n)));
		}
		if (numbers.length === 0) this.pages.push([]);
		this.totalCount = numbers.length;
		return this;
	}

	/** What a poll delivers; in mode `manual`, Fetch Test Event. */
	async poll(mode = 'trigger'): Promise<IDataObject[]> {
		this.read = [];
		const list = (_context: unknown, _request: unknown, from?: string) => this.reading(from);
		const outputs = await watchList(this.spec, list).call(this.context(mode), REQUEST);
		return outputs.map(({ json }) => json);
	}

	/** The persons of a poll, by their numbers. */
	async ids(): Promise<string[]> {
		return (await this.poll()).map(({ personId }) => String(personId as string));
	}

	private context(mode: string): IExecutePaginationFunctions {
		const [items = []] = this.pages;
		return {
			...formWith({ event: 'personCreated', ...this.values }),
			getMode: () => mode,
			getNode: () => aNode,
			getWorkflow: () => ({ id: this.workflowId }),
			getCredentials: async () => ({ baseUrl: 'https://api.example.com' }),
			getWorkflowStaticData: () => this.staticData,
			makeRoutingRequest: async () => [{ json: { items } }],
		} as unknown as IExecutePaginationFunctions;
	}

	private async *reading(from?: string): AsyncGenerator<ListPage> {
		this.from = from;
		const pages = this.pages.map((records, n): ListPage => {
			const hasMore = n < this.pages.length - 1;
			const nextCursor = hasMore ? `c${n + 1}` : undefined;
			const cursor = n === 0 ? undefined : `c${n}`;
			return { records, totalCount: this.totalCount, cursor, nextCursor, hasMore };
		});
		const begin = from === undefined ? 0 : Number(from.slice(1));
		for (const page of [...pages.slice(begin), ...pages.slice(0, begin)]) {
			if (this.read.length === this.stop?.after) throw this.stop.error;
			this.read.push(page.cursor ?? BEGINNING);
			yield page;
		}
		if (this.read.length === this.stop?.after) throw this.stop.error;
	}
}

/** For a trigger that delivers what is there at first. */
export const EVERYTHING = { startFrom: 'everything' };
/** Where the time of a poll is up after so many pages. */
export const late = (after: number) => ({ after, error: new RequestAbortedError(false) });
