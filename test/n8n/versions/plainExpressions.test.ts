/** What the node reads without n8n's evaluator, beside what each evaluator gives. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as N8nWorkflow from 'n8n-workflow';
import { comparePairs, evaluatorOf } from '../../nodes/AudiencePage/execution/plainExpressions';
import { OLDEST_N8N, PINNED_N8N, pinnedVersion } from '../harness/install';

/** As n8n starts an engine, but for the time that a machine may take. */
const AS_N8N = {
	poolSize: 1,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 600_000,
	bridgeMemoryLimit: 128,
	idleTimeoutMs: undefined,
	lazyAcquire: false,
	compileCache: false,
};

const packageOf = (folder: string) =>
	createRequire(join(folder, 'node_modules', 'n8n', 'package.json'))(
		'n8n-workflow',
	) as typeof N8nWorkflow;

const MANY = 1_000;

describe('Plain expressions', () => {
	it.each([OLDEST_N8N, PINNED_N8N].map((folder) => [pinnedVersion(folder), folder]))(
		'are what the legacy engine of n8n %s gives',
		(_version, folder) => {
			expect(comparePairs(evaluatorOf(packageOf(folder)).evaluate)).toBeGreaterThan(MANY);
		},
	);

	it.each(['vm', 'quickjs'] as const)('are what the %s engine gives', async (engine) => {
		const n8nWorkflow = packageOf(PINNED_N8N);
		await n8nWorkflow.Expression.initExpressionEngine({ engine, ...AS_N8N });
		try {
			const { workflow, evaluate } = evaluatorOf(n8nWorkflow);
			await workflow.expression.withIsolate(async () => {
				expect(comparePairs(evaluate)).toBeGreaterThan(MANY);
			});
		} finally {
			await n8nWorkflow.Expression.disposeExpressionEngine();
		}
	});
});
