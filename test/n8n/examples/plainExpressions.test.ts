/** All examples, with plain expressions read from the items and with n8n evaluating every expression. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../../service/sandbox';
import { Opened } from '../harness/Opened';
import { PLAIN_EXPRESSION, PLAIN_EXPRESSIONS_OFF } from '../harness/pack';
import { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { EXAMPLES } from './mainPaths';
import { TIME_ZONE } from './weeklyAnalytics';

const NOW = Date.now();

/** Idempotency keys are made of the execution. */
const KEY = /\b[0-9a-f]{64}\b/g;

/** The sandbox gives IDs in the order in which requests arrive, and those to different accounts do in any. */
const ID = /\b[a-z_]+_[a-z0-9]{26}\b/g;

/** What the nodes of a run gave: the JSON of each item, and its link. */
function outputsOf(run: Run): string[] {
	return run.ownNodes.map((name) => {
		const outputs = run
			.node(name)
			.outputs.map((items) => items.map(({ json, pairedItem }) => ({ json, pairedItem })));
		return JSON.stringify({ name, outputs }).replaceAll(ID, 'id');
	});
}

/** What the nodes of all examples sent and gave, as texts. */
async function traceOfExamples(plainExpressions: 'on' | 'off'): Promise<string[]> {
	process.env.PLAIN_EXPRESSIONS = plainExpressions;
	const opened = new Opened();
	try {
		const sandbox = opened.add(await startSandbox({ now: () => NOW }));
		const n8n = opened.add(await RealN8n.start(sandbox, { env: { GENERIC_TIMEZONE: TIME_ZONE } }));
		const installed = await readFile(join(n8n.userFolder, '.n8n', 'nodes', PLAIN_EXPRESSION), 'utf8');
		expect(installed.endsWith(PLAIN_EXPRESSIONS_OFF)).toBe(plainExpressions === 'off');

		const requests: string[] = [];
		for (const { run } of EXAMPLES) {
			await run(n8n, sandbox);
			for (const { method, path, query, body } of sandbox.requests)
				requests.push(JSON.stringify({ method, path, query, body }));
			sandbox.requests.length = 0;
		}
		const ids = await n8n.client.executionIds();
		const runs = await Promise.all(ids.map(async (id) => await n8n.client.waitForRun(id)));
		return [...requests, ...runs.flatMap(outputsOf)].map((text) => text.replaceAll(KEY, 'key')).sort();
	} finally {
		delete process.env.PLAIN_EXPRESSIONS;
		await opened.close();
	}
}

it('The examples send and give the same, byte for byte, whoever evaluates plain expressions', async () => {
	const withPlainExpressions = await traceOfExamples('on');
	expect(withPlainExpressions.length).toBeGreaterThan(EXAMPLES.length);
	expect(withPlainExpressions).toEqual(await traceOfExamples('off'));
});
