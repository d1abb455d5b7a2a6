/** Structured fields, on the form and as JSON. */
import type { INodeParameters } from 'n8n-workflow';
import { runnableNamed } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { bodies } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const update = async (updateFields: INodeParameters) =>
	await runNode(sandbox(), { ...runnableNamed('page.update').parameters, updateFields });

const LINKS = [{ title: 'Company', links: [{ text: 'Privacy', url: '/privacy' }] }];
/** An expression where the form has fields. */
const WHOLE = '={{ $json.all }}';
const ANSWERED = '{ "title": null, "ogImageUrl": "x", "twitterImageFileId": "x", "author": "Ada" }';

test.each<[updateFields: INodeParameters, body: object]>([
	[
		{ metadata: { title: 'A', keywords: 'a,,b c', robots: '={{ ["index", " "] }}', author: ' ' } },
		{ metadata: { title: 'A', keywords: ['a', 'b c'], robots: ['index'] } },
	],
	[{ name: 'A', metadata: { title: '={{ $json.title }}', keywords: ' , ' } }, { name: 'A' }],
	[
		{ footerLinks: { group: [{ title: 'Company', links: { link: LINKS[0]!.links } }] } },
		{ footerLinks: LINKS },
	],
	[{ name: 'A', footerLinks: { group: [{ title: '={{ $json.title }}' }] } }, { name: 'A' }],
	[
		{ scripts: { script: [{ enabled: true }, { name: 'A', enabled: false }] } },
		{ scripts: [{ name: 'A', enabled: false }] },
	],
	[
		{ actionCardWidgets: { widget: [{ logos: { logo: [{ altText: 'Acme' }, { url: '' }] } }] } },
		{ actionCardWidgets: [{ logos: [{ image: { altText: 'Acme' } }] }] },
	],
	[{ footerLinksJson: JSON.stringify(LINKS) }, { footerLinks: LINKS }],
	[{ footerLinksJson: `={{ ${JSON.stringify(LINKS)} }}` }, { footerLinks: LINKS }],
	[{ scriptsJson: '[]', metadataJson: ' ' }, { scripts: [] }],
	[{ metadataJson: '{ "title": null }', scriptsJson: '[]' }, { scripts: [] }],
	[{ metadataJson: ANSWERED }, { metadata: { author: 'Ada' } }],
])('%j is sent as %j', async (updateFields, body) => {
	expect((await update(updateFields)).error).toBeUndefined();
	expect(bodies(sandbox())).toEqual([body]);
});

test.each<[updateFields: INodeParameters, message: string]>([
	[{ actionsJson: '[{' }, 'Actions (JSON) must be valid JSON: '],
	[{ actionsJson: '{}' }, 'Actions (JSON) must be a JSON array'],
	[{ metadataJson: '[]' }, 'Metadata (JSON) must be a JSON object'],
	[
		{ actions: { action: [{ url: 'x' }] }, actionsJson: '[]' },
		'Actions (JSON) must be empty if Actions is filled: use only one of them',
	],
])('%j is refused: %s', async (updateFields, message) => {
	expect((await update(updateFields)).error?.message).toContain(message);
	expect(sandbox().requests).toEqual([]);
});

/** n8n drops them when it loads a workflow: what is left looks like a field that was left empty. */
test.each<[operation: string, form: INodeParameters, message: string]>([
	['page.update', { updateFields: { footerLinks: WHOLE } }, 'Footer Links must'],
	['page.update', { updateFields: { footerLinks: { group: WHOLE } } }, 'Footer Links must'],
	['page.update', { updateFields: { footerLinks: { group: [WHOLE] } } }, 'Footer Links must'],
	['page.update', { updateFields: { footerLinks: {} } }, 'use Footer Links (JSON), or remove'],
	['page.update', { updateFields: { metadata: WHOLE } }, 'use Metadata (JSON), or remove'],
	['audience.create', { additionalFields: { metadataOverride: WHOLE } }, 'Metadata Override must'],
	[
		'topicEntry.update',
		{ updateFields: { content: WHOLE } },
		'Content must have at least one value',
	],
])('%s refuses %j, in place of writing without it', async (operation, form, message) => {
	const parameters = { ...runnableNamed(operation).parameters, ...form };
	const { error } = await runNode(sandbox(), parameters, { items: [{ all: LINKS }] });
	expect(error?.message).toContain(message);
	expect(sandbox().requests).toEqual([]);
});
