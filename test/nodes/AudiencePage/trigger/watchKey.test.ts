/** What is another watch, so that the trigger starts over. */
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { watchKeyOf } from '../../../../nodes/AudiencePage/trigger/watchKey';
import { contextWith, type Circumstances } from './pollContext';

const request = (options: Partial<RequestData['options']> = {}): RequestData => ({
	options: { url: '/v0/persons/search', qs: { query: 'a' }, ...options },
	preSend: [],
	postReceive: [],
});

describe('A watch key', () => {
	const usual = async () => await watchKeyOf(contextWith({}), request());

	test('is a short text', async () => {
		expect(await usual()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
	});

	test.each<[string, Circumstances, Partial<RequestData['options']>?]>([
		['another workflow', { workflowId: 'w2' }],
		['another node', { nodeName: 'n2' }],
		['a slash at the end of the Base URL', { baseUrl: 'https://api.example.com/' }],
		['the version at the end of the Base URL', { baseUrl: 'https://api.example.com/v0' }],
		['both at the end of the Base URL', { baseUrl: 'https://api.example.com/v0/' }],
		['capitals in the Base URL', { baseUrl: 'HTTPS://API.example.com' }],
		['the port of https in the Base URL', { baseUrl: 'https://api.example.com:443/v0' }],
		['spaces around the Base URL', { baseUrl: ' https://api.example.com/ ' }],
		['another key in the credential', { apiKey: 'another' }],
		['another name of the credential', { credentials: { audiencePageApi: { id: 'c1', name: 'x' } } }],
		['how the request is sent', {}, { headers: { accept: 'x' } }],
	])('is the same with %s', async (_what, circumstances, options = {}) => {
		expect(await watchKeyOf(contextWith(circumstances), request(options))).toBe(await usual());
	});

	test.each<[string, Circumstances, Partial<RequestData['options']>?]>([
		['event', { event: 'personUpdated' }],
		['service', { baseUrl: 'https://api.example.org' }],
		['path of the service', { baseUrl: 'https://api.example.com/v0/v0' }],
		['path that only begins alike', { baseUrl: 'https://api.example.com/v0/x' }],
		['credential', { credentials: { audiencePageApi: { id: 'c2' } } }],
		['credential than none', { credentials: {} }],
		['credentials than none', { credentials: undefined }],
		['record', {}, { url: '/v0/persons/p1/logs' }],
		['filter', {}, { qs: { query: 'b' } }],
		['filter than none', {}, { qs: {} }],
	])('is another with another %s', async (_what, circumstances, options = {}) => {
		expect(await watchKeyOf(contextWith(circumstances), request(options))).not.toBe(await usual());
	});
});
