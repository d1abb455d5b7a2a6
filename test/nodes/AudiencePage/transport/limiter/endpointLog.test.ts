import { EndpointLog } from '../../../../../nodes/AudiencePage/transport/limiter/endpointLog';

const SEARCH = 'GET /v0/persons/search';
const CREATE = 'POST /v0/account_logs';
const MANY = [2, 3, 4, 6, 7, 8];

/** Whether an endpoint seems to have a limit of its own when responses of these numbers are 429, in this order. */
const isOwn = (log: EndpointLog, endpoint: string, numbers: number[], lastSent = 20): boolean =>
	numbers.map((number) => log.noteRateLimited(endpoint, number, lastSent)).includes(true);

test('Responses of one endpoint say nothing of a limit of its own, in whatever order they come', () => {
	const log = new EndpointLog();
	log.noteAccepted(CREATE, 12);
	expect(isOwn(log, CREATE, [...MANY].reverse())).toBe(false);
});

test('Requests that were in flight together say nothing of a limit of one endpoint', () => {
	const log = new EndpointLog();
	log.noteRateLimited(SEARCH, 1, 20);
	log.noteAccepted(CREATE, 5);
	expect(isOwn(log, SEARCH, MANY)).toBe(false);
});

test('An endpoint has a limit of its own if three of its attempts in a row are limited, after others got through', () => {
	const log = new EndpointLog();
	const attempts = [1, 11, 21, 31].map((number) => {
		const isSeen = isOwn(log, SEARCH, [number], number + 5);
		log.noteAccepted(CREATE, number + 8);
		return isSeen;
	});
	expect(attempts).toEqual([false, false, false, true]);
});
