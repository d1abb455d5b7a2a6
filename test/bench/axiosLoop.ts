/** The same with axios alone: what the service and the connections cost without n8n. */
import axios, { type AxiosInstance } from 'axios';
import { Agent } from 'node:http';
import type { Service } from '../support/workflow';
import type { Entry } from './entries';
import type { Way } from './ways';
import { PAGE_SIZE } from './workflows';

const IN_FLIGHT = 16;

interface Page {
	items: Array<{ personId: string }>;
	hasMore: boolean;
	nextCursor: string | null;
}

async function create(service: AxiosInstance, entries: Entry[]): Promise<string[]> {
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

async function read(service: AxiosInstance): Promise<string[]> {
	const persons: Page['items'] = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const params = { limit: PAGE_SIZE, cursor };
		const { data }: { data: Page } = await service.get('/v0/persons/search', { params });
		persons.push(...data.items);
		cursor = data.hasMore ? data.nextCursor : null;
	}
	return persons.map(({ personId }) => personId);
}

export function axiosWay({ url, apiKey }: Service): Way {
	const service = axios.create({
		baseURL: url,
		headers: { 'x-api-key': apiKey },
		httpAgent: new Agent({ keepAlive: false }), // as n8n's requests: each on a connection of its own
		proxy: false,
	});
	return {
		run: async (entries) => {
			const started = performance.now();
			const ids = await (entries.length > 0 ? create(service, entries) : read(service));
			return { seconds: (performance.now() - started) / 1000, ids };
		},
		close: async () => {},
	};
}
