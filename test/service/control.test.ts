/** The sandbox's counts over HTTP. */
import { startWithClient, type TestClient } from './testClient';

let service: TestClient;
beforeEach(async () => {
	service = await startWithClient({ sizes: { accounts: 4, accountLogs: 3, persons: 7 } });
});
afterEach(() => service.close());

it('counts records and requests, itself not among them', async () => {
	const before = await service.send('GET', '/sandbox/state');
	expect(before).toEqual({ status: 200, body: { accountLogs: 12, persons: 7, requests: 0, status429: 0 } });
	await service.send('POST', '/v0/persons', { name: 'Ada' });
	for (const domain of ['new.example', 'new.example', 'other.example']) {
		await service.send('POST', '/v0/account_logs', { source: 'crm', type: 'deal', payload: {}, domain });
	}
	service.failNext('tooManyRequests');
	await service.send('GET', '/v0/persons/search');
	const after = await service.send('GET', '/sandbox/state');
	expect(after.body).toEqual({ accountLogs: 15, persons: 8, requests: 5, status429: 1 });
	expect(service.requests).toHaveLength(5);
});

it('needs the key', async () => {
	const response = await fetch(`${service.url}/sandbox/state`, { headers: { 'x-api-key': 'another' } });
	expect(response.status).toBe(401);
	expect(await response.text()).toBe('');
});

it('is met by no fault', async () => {
	service.settings.faults.chances = { unavailable: 1 };
	service.settings.faults.rateLimit = { perSecond: 1, burst: 0, retryAfter: 'none' };
	expect((await service.send('GET', '/sandbox/state')).status).toBe(200);
});
