/** docs/TROUBLESHOOTING.md is searched by what users see: n8n's log, errors and hints. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_LINES } from '../nodes/AudiencePage/shared/log';
import { WHAT_TO_DO } from '../nodes/AudiencePage/transport/errors';
import { ROOT } from './docs/root';

const page = readFileSync(join(ROOT, 'docs/TROUBLESHOOTING.md'), 'utf8');
const prose = page.replace(/\s+/g, ' ');
const spans = page
	.replace(/```[^`]*```/g, '')
	.replace(/\s+/g, ' ')
	.matchAll(/`([^`]+)`/g);
const quoted = [...spans, ...page.matchAll(/\| Audience Page: (.*?) \{/g)].map(
	([, text = '']) => text,
);
const texts: string[] = Object.values(LOG_LINES).map(([, text]) => text);

test('it explains each line, and names no other, nor fields and values that are not in the code', () => {
	expect(quoted).toEqual(expect.arrayContaining(texts));
	const isLine = (text: string) => text.includes(' ') && !/^\w+: \w+$|^Audience Page/.test(text);
	expect(texts).toEqual(expect.arrayContaining(quoted.filter(isLine)));
	const files = globSync('nodes/AudiencePage/**/*.ts', { cwd: ROOT });
	const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
	const names = quoted.flatMap((text) => (/^\w+(: \w+)?$/.test(text) ? text.split(': ') : []));
	expect(names.filter((name) => /[a-z][A-Z]/.test(name) && !code.includes(name))).toEqual([]);
});

/** What errors and hints say of values, doubt, limits and retries, and n8n's own words. */
const SEEN = [
	'has no country code',
	'must not be empty',
	', but there is no column for it',
	'No column fits a field of a person',
	'the expression gave nothing for any item',
	'must not be the whole call of a Webhook node',
	'which has other content',
	'another Base URL or API key than item 0',
	...Object.values(WHAT_TO_DO),
	'A retry of this execution sends the same idempotency key',
	'To pass over items that fail again',
	'The failed run may have created this item',
	'The failed run has created',
	'may belong to a person who was just created',
	'may be that of an audience that was just created',
	'it has accepted nothing for',
	'it has refused this request',
	'it asks for a wait of',
	'The service accepts no more requests for now',
	'The service did not answer in the time allowed for a poll',
	'The list could not be read completely',
	'The service answered without what was asked for',
	'The service did not return JSON',
	'No answer from the Audience Page service',
	'No answer from the proxy that n8n uses',
	'Rate limit reached',
	'that the failed run had written',
	'Check the API Key',
	'Check the IDs in the node',
	'Check the values in the node',
	'Redirects are not followed',
	'Try again later',
	'More results exist',
	'its expression gave nothing',
	'one of its values is empty',
	'must have at least one field with a value',
	'About the same person as an earlier item',
	'with values that were not sent',
	'wrote no log entry',
	'Several items ask for the same pages and period',
];
const OF_CREDENTIAL = [
	'The service rejected the API Key',
	'No Audience Page service at this Base URL',
];

/** The test of a credential shows nothing else, and the error of a run the reason. */
const CODES = [
	'ENOTFOUND',
	'EAI_AGAIN',
	'ECONNREFUSED',
	'ETIMEDOUT',
	'ECONNABORTED',
	'ECONNRESET',
	'EPROTO',
	'CERT',
	'UNABLE_TO',
];

const OF_N8N = [
	'Unrecognized node type',
	'Node does not have any credentials set',
	'Couldn’t connect with these settings',
];

const isIn = (files: string, text: string): boolean =>
	globSync(files, { cwd: ROOT }).some((file) =>
		readFileSync(join(ROOT, file), 'utf8').includes(text),
	);

test.each(SEEN)('it has what the node says: %s', (text) => {
	expect(isIn('nodes/AudiencePage/**/*.ts', text)).toBe(true);
	expect(prose).toContain(text);
});

test.each(OF_CREDENTIAL)('it has what the test of the credential says: %s', (text) => {
	expect(isIn('credentials/*.ts', text)).toBe(true);
	expect(prose).toContain(text);
});

test.each(CODES)('it says what the code of a network error means: %s', (code) => {
	expect(isIn('nodes/AudiencePage/transport/networkError.ts', code)).toBe(true);
	expect(prose).toContain(`\`${code}\``);
});

test.each(OF_N8N)('it has what n8n says: %s', (text) => {
	expect(prose).toContain(`*${text}*`);
});
