/** That Prism says what it should: else the tests that go through it would prove nothing. */
import { startWebServer } from '../support/webServer';
import { startPrism } from './prism';

const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };

/** What Prism says of a request, and of its answer. */
async function violationsOf(
	path: string,
	request: RequestInit,
	answer: unknown,
): Promise<string[]> {
	const violations: string[] = [];
	const service = await startWebServer(() => ({ body: answer }));
	const prism = await startPrism(service.url, (violation) => violations.push(violation));
	try {
		const response = await fetch(prism.url + path, request);
		expect(await response.json()).toEqual(answer);
		return violations;
	} finally {
		await prism.close();
		await service.close();
	}
}

const withKey = { headers: { 'x-api-key': 'key' } };
const posted = (body: object) => ({
	method: 'POST',
	headers: { ...withKey.headers, ...JSON_TYPE },
	body: JSON.stringify(body),
});

test('Prism finds nothing in what keeps to the interface', async () => {
	expect(await violationsOf('/v0/persons/search?limit=5', withKey, PAGE)).toEqual([]);
});

test.each<[string, string, RequestInit, unknown]>([
	['a path', '/v0/people', withKey, PAGE],
	['a body', '/v0/account_logs', posted({ source: 'Not kebab' }), {}],
	['an answer', '/v0/persons/search', withKey, { ...PAGE, totalCount: -1 }],
])('Prism reports %s that does not', async (_what, path, request, answer) => {
	expect(await violationsOf(path, request, answer)).not.toEqual([]);
});
