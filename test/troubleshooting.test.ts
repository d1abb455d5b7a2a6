/** docs/TROUBLESHOOTING.md quotes n8n's log as the code writes it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_LINES } from '../nodes/AudiencePage/shared/log';
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
