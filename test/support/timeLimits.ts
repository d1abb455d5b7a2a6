import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/**
 * In the tests of a file, the time of requests is up when a test says so: as Node tells it when a request has taken
 * as long as it may.
 *
 * @returns ends the time of all requests that are under way
 */
export function useTimeLimits(): () => void {
	const underWay = new Set<ClientRequest>();
	const note = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		underWay.add(request);
		request.once('close', () => underWay.delete(request));
	};
	beforeEach(() => subscribe('http.client.request.start', note));
	afterEach(() => void unsubscribe('http.client.request.start', note));
	return () => underWay.forEach((request) => request.emit('timeout'));
}
