/** A process that does the same with axios alone: what the service and the connections cost without n8n. */
import axios from 'axios';
import { Agent } from 'node:http';
import { answerWith } from './child';
import type { Entry } from './entries';
import { PAGE_SIZE } from './jobs/readPeople';

const IN_FLIGHT = 16;

export interface AxiosDone {
	milliseconds: number;
	/** Ids of the records that were written or read. */
	ids: string[];
}

interface Page {
	items: Array<{ personId: string }>;
	hasMore: boolean;
	nextCursor: string | null;
}

const [, , baseURL, apiKey] = process.argv;
/** As n8n's requests: each on a connection of its own. */
const service = axios.create({
	baseURL,
	headers: { 'x-api-key': apiKey },
	httpAgent: new Agent({ keepAlive: false }),
	proxy: false,
});

async function create(entries: Entry[]): Promise<string[]> {
	const ids: string[] = [];
	const rest = entries.values();
	const worker = async () => {
		for (const entry of rest) {
			const { data } = await service.post<{ accountLogId: string }>('/v0/account_logs', entry);
			ids.push(data.accountLogId);
		}
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
	return ids;
}

async function read(): Promise<string[]> {
	const persons: Page['items'] = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const params = { limit: PAGE_SIZE, cursor };
		const { data }: { data: Page } = await service.get('/v0/persons/search', { params });
		persons.push(...data.items);
		cursor = data.hasMore ? data.nextCursor : null;
	}
	return persons.map(({ personId }) => personId);
}

/** Creates the entries, or reads all persons if there are none. */
answerWith(async (entries: Entry[]): Promise<AxiosDone> => {
	const started = performance.now();
	const ids = await (entries.length > 0 ? create(entries) : read());
	return { milliseconds: performance.now() - started, ids };
});
