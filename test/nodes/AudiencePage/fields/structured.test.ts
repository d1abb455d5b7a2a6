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
const ANSWERED = '{ "title": null, "ogImageUrl": "x", "twitterImageFileId": "x", "author": "Ada" }';

test.each<[updateFields: INodeParameters, body: object]>([
	[
		{ metadata: { title: 'A', keywords: 'a,,b c', robots: '={{ ["index", " "] }}', author: ' ' } },
		{ metadata: { title: 'A', keywords: ['a', 'b c'], robots: ['index'] } },
	],
	[{ name: 'A', metadata: { title: ' ', keywords: ' , ' } }, { name: 'A' }],
	[
		{ footerLinks: { group: [{ title: 'Company', links: { link: LINKS[0]!.links } }] } },
		{ footerLinks: LINKS },
	],
	[{ name: 'A', footerLinks: { group: [{ title: '' }] } }, { name: 'A' }],
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
