/** What is sent again and what is not, as the node decides it. */
import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import {
	classifyResponse,
	classifyNetworkError,
	type Outcome,
} from '../../../nodes/AudiencePage/transport/outcome';
import { isIdempotent } from '../../../nodes/AudiencePage/transport/request';
import { markdownTable } from '../../support/table';
import type { Parts } from '../markers';

const REFUSALS = Array.from({ length: 200 }, (_, index) => 400 + index);

const answered = (statusCode: number, body: unknown = {}, headers: IDataObject = {}): Outcome =>
	classifyResponse({ statusCode, body, headers } as IN8nHttpFullResponse);

/** Such as 408, 502–504: neighbours are named by the first and the last of them. */
function ranges(codes: number[]): string[] {
	const firsts = codes.filter((code) => !codes.includes(code - 1));
	const lasts = codes.filter((code) => !codes.includes(code + 1));
	return firsts.map((first, n) => (first === lasts[n] ? String(first) : `${first}–${lasts[n]}`));
}

/** What else can come back than an answer that refuses, in words. */
const OTHERWISE: Array<[words: string, verdict: Outcome]> = [
	['503 with `Retry-After`', answered(503, {}, { 'retry-after': '1' })],
	['connection refused', classifyNetworkError('ECONNREFUSED')],
	['server name not found', classifyNetworkError('ENOTFOUND')],
	['connection cut', classifyNetworkError('ECONNRESET')],
	['no answer in time', classifyNetworkError('ETIMEDOUT')],
	['an answer cut short', answered(200, '{"items": [')],
];

/** Rows of the table, by what the node makes of what came back. */
const MEANINGS: Array<[verdict: Outcome, meaning: string]> = [
	['notProcessed', 'the service did not take it up'],
	['unknown', 'it may be done or not'],
];

const READ: IHttpRequestOptions = { url: '/', method: 'GET' };
const UPDATE: IHttpRequestOptions = { url: '/', method: 'PATCH', body: {} };
const WITH_KEY: IHttpRequestOptions = { url: '/', method: 'POST', body: { idempotencyKey: 'key' } };
const OTHER_WRITE: IHttpRequestOptions = { url: '/', method: 'POST', body: {} };

/** What becomes of requests that the node treats alike; throws if it does not. */
function whatBecomes(verdict: Outcome, requests: IHttpRequestOptions[]): string {
	if (verdict === 'notProcessed') return 'sent again';
	const repeatable = new Set(requests.map(isIdempotent));
	if (repeatable.size !== 1) throw new Error('These requests are not treated alike');
	return repeatable.has(true)
		? 'sent again, a log entry with the same key'
		: '**not** sent again: the error says that the service may have done it (*Create or Update* looks first)';
}

function repeatRulesTable(): string {
	const rows = MEANINGS.map(([verdict, meaning]) => {
		const codes = ranges(REFUSALS.filter((statusCode) => answered(statusCode) === verdict));
		const words = OTHERWISE.filter(([, its]) => its === verdict).map(([word]) => word);
		return [
			`${[...codes, ...words].join(', ')}: ${meaning}`,
			whatBecomes(verdict, [READ, UPDATE, WITH_KEY]),
			whatBecomes(verdict, [OTHER_WRITE]),
		];
	});
	return markdownTable([
		[
			'What came back',
			'Reads, updates, log entries with a key',
			'Other writes (new people and audiences, restores)',
		],
		...rows,
		['any other refusal', 'error', 'error'],
	]);
}

export const repeatRuleParts: Parts = { repeatRules: repeatRulesTable };
