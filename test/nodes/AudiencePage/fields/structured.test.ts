import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../support/locators';
import { runNode } from '../../../support/runNode';
import { bodies } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

/** `Page > Update` has them all. What is sent of them, and that all else is refused, see properties.test.ts. */
const sandbox = useSandbox();

const pageId = () => byId(sandbox().store.pages.all()[0]?.pageId ?? '');

const update = async (updateFields: INodeParameters) =>
	await runNode(sandbox(), { resource: 'page', operation: 'update', pageId: pageId(), updateFields });

describe('A structured field', () => {
	test.each<[string, INodeParameters, string]>([
		['an object in a list', { metadata: { robots: '={{ [{}] }}' } }, 'Metadata must be text at robots[0]'],
		[
			'a text for a switch',
			{ scripts: { script: [{ enabled: '={{ "maybe" }}' }] } },
			'Scripts must be true or false at [0].enabled',
		],
		[
			'an object in a nested entry',
			{ footerLinks: { group: [{ links: { link: [{ text: '={{ ({}) }}' }] } }] } },
			'Footer Links must be text at [0].links[0].text',
		],
		[
			'both at once',
			{ actions: { action: [{ url: 'x' }] }, actionsJson: '[]' },
			'Actions (JSON) must be empty if Actions is filled',
		],
		['a text that is no JSON', { actionsJson: '[{' }, 'Actions (JSON) must be valid JSON'],
		[
			'a field that the service does not know',
			{ actionsJson: '[{}, {"titel":"x"}]' },
			'Actions (JSON) has an unknown field "titel" (known: buttonTitle, url, purpose, actionType, actionId) at [1]',
		],
		[
			'a logo outside its image',
			{ actionCardWidgetsJson: '[{"logos":[{"url":"x"}]}]' },
			'Card Widgets (JSON) has an unknown field "url" (known: image) at [0].logos[0]',
		],
	])('%s is refused before anything is sent', async (_what, fields, message) => {
		const { error } = await update(fields);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(bodies(sandbox())).toEqual([]);
	});
});
