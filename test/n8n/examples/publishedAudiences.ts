/** *Send a chat message when an audience is published*. */
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import type { RealN8n } from '../harness/RealN8n';
import { exampleOf, givenTo, jsonOf, type Example } from './example';

const FILE = 'audience-published-to-chat-message.json';
const SLACK = 'Tell the team';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const { pageId } = sandbox.store.pages.all()[1]!;
	const audiences = sandbox.store.audiences.of(pageId).all().slice(0, 3);
	for (const [index, status] of (['published', 'draft', 'published'] as const).entries())
		audiences[index]!.status = status;
	audiences[0]!.customName = 'Acme, buying committee';

	const fill = { 'When a status changes': { pageId: byId(pageId) } };
	const file = exampleOf(FILE, { fill, pin: { [SLACK]: [{ ok: true }] } });
	const done = await n8n.run(await n8n.importWorkflow(file), 'When a status changes');
	expect(done.error).toBeUndefined();
	const [, , third] = jsonOf(done.node('When a status changes'));
	expect(givenTo(done, SLACK)).toEqual([
		{ text: 'The audience *Acme, buying committee* is published. Before, it was not there.' },
		{ text: `The audience *${third?.effectiveName as string}* is published. Before, it was not there.` },
	]);
}

export const publishedAudiences: Example = { file: FILE, run };
