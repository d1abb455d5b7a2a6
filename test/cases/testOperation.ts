/**
 * `npx tsx test/cases/testOperation.ts person.get`: all tests that concern one operation, but for those on a real n8n. Its own
 * come first, then those that go over every operation, each with it alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../docs/root';
import { operations } from '../support/description';
import { ownTestFile } from './files';

const NODE = 'test/nodes/AudiencePage';

/** Tests that go over every operation; what is said of one begins with its name. */
const OF_EVERY = [
	'test/cases',
	'test/previews',
	...['answers', 'AudiencePage.structure', 'contract', 'coverage', 'emptyValues', 'everyOperation'].map(
		(file) => `${NODE}/${file}.test`,
	),
	...['execution/continue', 'execution/oracle', 'fields/ids', 'fields/simplify'].map(
		(file) => `${NODE}/${file}.test`,
	),
	`${NODE}/properties`,
	...['lists', 'refused', 'simplified'].map((file) => `${NODE}/resources/${file}.test`),
];

/** Whether all of these tests pass, with all their combinations. */
const pass = (...given: string[]): boolean =>
	spawnSync('jest', given, {
		stdio: 'inherit',
		env: { ...process.env, COMBINATIONS: 'all' },
	}).status === 0;

function main([name = '']: string[]): void {
	const operation = operations.find((one) => one.name === name);
	if (operation === undefined) {
		const names = operations.map((one) => one.name).join(', ');
		throw new Error(`The node has no operation ${name || '(none given)'}: it has ${names}`);
	}
	const own = ownTestFile(operation);
	const hasOwn = existsSync(join(ROOT, own));
	const itsName = `(^|[ /])${name.replace('.', '[./]')}\\b|every operation|saved workflows`;
	const results = [
		!hasOwn || pass(own.replace(/test\.ts$/, '')),
		pass(...OF_EVERY, '--testNamePattern', itsName),
	];
	if (results.includes(false)) process.exitCode = 1;
	console.log(process.exitCode === 1 ? `${name} is not done: see above` : `${name} passes its tests`);
}

try {
	main(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
