/** docs/TROUBLESHOOTING.md is searched by what users see: n8n's log, errors and hints. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_LINES } from '../nodes/AudiencePage/shared/log';
import { WHAT_TO_DO } from '../nodes/AudiencePage/transport/errors';
import { ROOT } from './docs/root';

const page = readFileSync(join(ROOT, 'docs/TROUBLESHOOTING.md'), 'utf8');
const spans = page
	.replace(/```[^`]*```/g, '')
	.replace(/\s+/g, ' ')
	.matchAll(/`([^`]+)`/g);
const quoted = [...spans, ...page.matchAll(/\| Audience Page: (.*?) \{/g)].map(
	([, one = '']) => one,
);
const texts: string[] = Object.values(LOG_LINES).map(([, text]) => text);

test('it explains each line, and names no other, nor fields and values that are not in the code', () => {
	expect(quoted).toEqual(expect.arrayContaining(texts));
	const isLine = (one: string) => one.includes(' ') && !/^\w+: \w+$|^Audience Page/.test(one);
	expect(texts).toEqual(expect.arrayContaining(quoted.filter(isLine)));
	const files = globSync('nodes/AudiencePage/**/*.ts', { cwd: ROOT });
	const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
	const names = quoted.flatMap((one) => (/^\w+(: \w+)?$/.test(one) ? one.split(': ') : []));
	expect(names.filter((name) => /[a-z][A-Z]/.test(name) && !code.includes(name))).toEqual([]);
});

/** What errors and hints say of doubt, limits and retries, and n8n's own words. */
const SEEN = [
	...Object.values(WHAT_TO_DO),
	'A retry of this execution sends the same idempotency key',
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
];
const OF_N8N = [
	'Unrecognized node type',
	'Node does not have any credentials set',
	'Couldn’t connect with these settings',
];

test.each(SEEN)('it has what the node says: %s', (text) => {
	const files = globSync('nodes/AudiencePage/**/*.ts', { cwd: ROOT });
	expect(files.some((file) => readFileSync(join(ROOT, file), 'utf8').includes(text))).toBe(true);
	expect(page).toContain(text);
});

test.each(OF_N8N)('it has what n8n says: %s', (text) => {
	expect(page).toContain(`*${text}*`);
});
