/** *Send a chat message when an audience is published*. */
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import type { RealN8n } from '../harness/RealN8n';
import { valueOf } from '../harness/steps';
import { exampleOf, jsonOf, type Example } from './example';

const FILE = 'audience-published-to-chat-message.json';
const SLACK = 'Tell the team';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const { pageId } = sandbox.store.pages.all()[1]!;
	const audiences = sandbox.store.audiences.of(pageId).all().slice(0, 3);
	for (const [index, status] of (['published', 'draft', 'published'] as const).entries())
		audiences[index]!.status = status;
	audiences[0]!.customName = 'Acme, buying committee';

	const file = exampleOf(FILE, { fill: { 'When a status changes': { pageId: byId(pageId) } } });
	// In the place of Slack stands a node that gives the text of the message.
	const nodes = file.nodes.map((node) =>
		node.name === SLACK ? { ...node, ...valueOf(node.parameters.text as string, SLACK) } : node,
	);
	const done = await n8n.run(await n8n.importWorkflow({ ...file, nodes }), 'When a status changes');
	expect(done.error).toBeUndefined();
	const [, , third] = jsonOf(done.node('When a status changes'));
	expect(jsonOf(done.node(SLACK)).map(({ value }) => value)).toEqual([
		'The audience *Acme, buying committee* is published. Before, it was not there.',
		`The audience *${third?.effectiveName as string}* is published. Before, it was not there.`,
	]);
}

export const publishedAudiences: Example = { file: FILE, run };
