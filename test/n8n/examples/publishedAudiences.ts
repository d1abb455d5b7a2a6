/** *Send a chat message when an audience is published*. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { valueOf } from '../harness/steps';
import { exampleOf, jsonOf, type Example } from './example';

const FILE = 'audience-published-to-chat-message.json';
const SLACK = 'Tell the team';
const TRIGGER = 'When an audience is published';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const { pageId } = sandbox.store.pages.all()[0]!;
	const audiences = sandbox.store.audiences.of(pageId).all();
	for (const audience of audiences) audience.status = 'draft';
	for (const [index, status] of (['published', 'draft', 'published'] as const).entries())
		audiences[index]!.status = status;
	audiences[0]!.customName = 'Acme, buying committee';

	const file = exampleOf(FILE);
	// In the place of Slack stands a node that gives the text of the message.
	const nodes = file.nodes.map((node) =>
		node.name === SLACK ? { ...node, ...valueOf(node.parameters.text as string, SLACK) } : node,
	);
	const done = await n8n.run(await n8n.importWorkflow({ ...file, nodes }), TRIGGER);
	expect(done.error).toBeUndefined();
	const [, second] = jsonOf(done.node(TRIGGER));
	expect(jsonOf(done.node(SLACK)).map(({ value }) => value)).toEqual([
		'The audience *Acme, buying committee* is published.',
		`The audience *${second?.effectiveName as string}* is published.`,
	]);
}

export const publishedAudiences: Example = { file: FILE, run };
