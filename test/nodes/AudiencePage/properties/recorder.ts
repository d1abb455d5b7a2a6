/** A service that takes every request, keeps it as it came, and gives every operation an answer that it takes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Service } from '../../../support/workflow';

/** A request as it came over the wire. */
export interface Recorded {
	method: string;
	/** Path and query. */
	url: string;
	contentType?: string;
	rawBody: string;
}

export interface Recorder extends Service {
	/** All requests since this was emptied last. */
	requests: Recorded[];
	close(): Promise<void>;
}

/** An empty list, an empty conversation, a snapshot that was restored, and what each single record has. */
const ANSWER = JSON.stringify({
	items: [],
	hasMore: false,
	nextCursor: null,
	totalCount: 0,
	messages: [],
	success: true,
	accountLogId: 'account_log_1',
	personId: 'person_1',
	audienceId: 'audience_1',
	accountId: 'account_1',
	pageId: 'page_1',
	topicEntryId: 'topic_entry_1',
	totalSessions: 0,
});

/** A megabyte in a path or query, each byte of it escaped. */
const LONGEST_URL = 2 ** 23;

/** Starts it on a free port of loopback. Whoever starts it closes it. */
export async function startRecorder(): Promise<Recorder> {
	const requests: Recorded[] = [];
	const server = createServer({ maxHeaderSize: LONGEST_URL }, (request, response) => {
		const { method = '', url = '', headers } = request;
		void text(request).then((rawBody) => {
			requests.push({ method, url, contentType: headers['content-type'], rawBody });
			response.setHeader('content-type', 'application/json').end(ANSWER);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		apiKey: 'key-of-a-test',
		requests,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
