/** What the node reads without n8n's evaluator, beside what each evaluator gives. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as N8n from 'n8n-workflow';
import { compilePlain } from '../../../nodes/AudiencePage/execution/itemParameters';
import { OLDEST_N8N, PINNED_N8N, pinnedVersion } from '../harness/install';

const PLAIN = [
	...['={{ $json.name }}', '={{$json.id}}', '={{ $json["Deal ID"] }}', "={{ $json['Deal ID'] }}"],
	...['={{ $json.company.domain }}', '={{ $json["company"].tags.first }}', '={{ $json.isOpen }}'],
	...['={{ $json }}', '={{ $json.company }}', '={{ $json.company.tags }}'],
	...['=is {{ $json.isOpen }}', '={{ $json.id }}-{{ $json.name }} ', '=a\n"{{ $json.rate }}"'],
];
const NOT_PLAIN = [
	...['={{ $json.missing }}', '={{ $json.nothing }}', '=', '=c: {{ $json.company }}'],
	...['={{ $json.name.length }}', '={{ $json.toString }}', '={{ $json.name || "none" }}'],
	...[
		'={{ $json.tags[0] }}',
		'={{ $json["na\\u006de"] }}',
		'=}}{{ $json.id }}',
		'=\\{{ $json.id }}',
	],
];
const ITEMS: N8n.IDataObject[] = [
	{
		...{ id: 7, name: 'Acme', nothing: null, isOpen: false, rate: 1e21, 'Deal ID': 'D-1' },
		...{ tags: ['a'], company: { domain: 'acme.com', tags: { first: '{{ $json.id }}' } } },
	},
	{
		...{ id: -0.5, name: '=Ä "$&" \\n', isOpen: true, rate: 5e-324, 'Deal ID': '' },
		...{ company: { domain: 'x\ny', tags: { first: '' } } },
	},
];

/** As n8n starts an engine, but for the time that a machine may take. */
const AS_N8N = {
	...{ poolSize: 1, maxCodeCacheSize: 1024, bridgeTimeout: 600_000, bridgeMemoryLimit: 128 },
	...{ idleTimeoutMs: undefined, lazyAcquire: false, compileCache: false },
};

const packageOf = (folder: string) =>
	createRequire(join(folder, 'node_modules', 'n8n', 'package.json'))('n8n-workflow') as typeof N8n;

function expressionOf({ Workflow }: typeof N8n): N8n.Workflow['expression'] {
	const ids = { id: '1', name: 'Node', type: 'node', typeVersion: 1 };
	const node: N8n.INode = { ...ids, position: [0, 0], parameters: {} };
	const type = { description: { properties: [] } };
	const nodeTypes = { getByNameAndVersion: () => type } as unknown as N8n.INodeTypes;
	return new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes }).expression;
}

/** What is plain is what an engine gives, and all that is listed as plain is plain. */
function expectSame(engine: N8n.Workflow['expression']): void {
	for (const text of [...PLAIN, ...NOT_PLAIN])
		for (const json of ITEMS) {
			const value = compilePlain(text)?.(json);
			expect([text, value !== undefined]).toEqual([text, PLAIN.includes(text)]);
			if (value === undefined) continue;
			const byN8n = engine.getParameterValue(text, null, 0, 0, 'Node', [{ json }], 'manual', {});
			expect([text, value]).toEqual([text, byN8n]);
		}
}

describe('Plain expressions', () => {
	it.each([OLDEST_N8N, PINNED_N8N].map((folder) => [pinnedVersion(folder), folder]))(
		'are what the legacy engine of n8n %s gives',
		(_version, folder) => expectSame(expressionOf(packageOf(folder))),
	);

	it.each(['vm', 'quickjs'] as const)('are what the %s engine gives', async (engine) => {
		const n8nWorkflow = packageOf(PINNED_N8N);
		await n8nWorkflow.Expression.initExpressionEngine({ engine, ...AS_N8N });
		const expression = expressionOf(n8nWorkflow);
		try {
			await expression.withIsolate(async () => expectSame(expression));
		} finally {
			await n8nWorkflow.Expression.disposeExpressionEngine();
		}
	});
});
