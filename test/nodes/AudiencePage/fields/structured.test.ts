import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../support/locators';
import { runNode } from '../../../support/runNode';
import { bodies } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

/** Two operations with structured fields: `Page > Update` has them all, `Audience > Create` metadata. */
const sandbox = useSandbox();

const pageId = () => byId(sandbox().store.pages.all()[0]?.pageId ?? '');

const update = async (updateFields: INodeParameters, items: IDataObject[] = [{}]) =>
	await runNode(
		sandbox(),
		{ resource: 'page', operation: 'update', pageId: pageId(), updateFields },
		{ items },
	);

const create = async (additionalFields: INodeParameters) =>
	await runNode(sandbox(), { resource: 'audience', operation: 'create', pageId: pageId(), additionalFields });

const LISTS = ['actions', 'actionCardWidgets', 'footerLinks', 'scripts'];

describe('On the form', () => {
	const EMPTY: INodeParameters = {
		actions: { action: [{}, { url: '' }] },
		actionCardWidgets: { widget: [{ title: '', logos: { logo: [{ url: '={{ "" }}' }] } }] },
		footerLinks: {},
		metadata: { title: '', keywords: ' , ', robots: '={{ [] }}' },
		scripts: { script: [] },
	};

	test('what was left empty is not sent: members, entries, lists', async () => {
		await update({ name: 'Pricing', ...EMPTY });
		expect(bodies(sandbox())).toEqual([{ name: 'Pricing' }]);
	});

	test('and alone it is no update', async () => {
		const { error } = await update(EMPTY);
		expect(error?.message).toBe('Update Fields must have at least one value');
		expect(bodies(sandbox())).toEqual([]);
	});

	test('numbers and switches are sent as text where the service wants text', async () => {
		await update({ metadata: { title: '={{ 0 }}', author: '={{ false }}', keywords: '={{ [1, "b"] }}' } });
		expect(bodies(sandbox())).toEqual([{ metadata: { title: '0', author: 'false', keywords: ['1', 'b'] } }]);
	});

	test('running texts arrive exactly as given, others without the spaces around them', async () => {
		const text = ' "a.b" \\ \u0000 \u2028 😀 \ud800 __proto__ ';
		const fields = { title: '={{ $json.text }}', description: '={{ $json.text }}' };
		await update({ metadata: fields }, [{ text }]);
		expect(bodies(sandbox())).toEqual([{ metadata: { title: text.trim(), description: text } }]);
	});

	test.each<[string, INodeParameters, string]>([
		['an object for a text', { metadata: { title: '={{ ({}) }}' } }, 'Metadata must be text at title'],
		['an object in a list', { metadata: { robots: '={{ [{}] }}' } }, 'Metadata must be text at robots[0]'],
		[
			'an object in an entry',
			{ actions: { action: [{ url: 'a' }, { url: '={{ [1] }}' }] } },
			'Actions must be text at [1].url',
		],
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
	])('%s is refused before anything is sent', async (_what, fields, message) => {
		const { error } = await update(fields);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(bodies(sandbox())).toEqual([]);
	});
});

describe('As JSON', () => {
	test.each(LISTS)('[] empties %s', async (name) => {
		await update({ [`${name}Json`]: '[]' });
		expect(bodies(sandbox())).toEqual([{ [name]: [] }]);
	});

	test('{} is metadata without fields', async () => {
		await update({ metadataJson: '{}' });
		expect(bodies(sandbox())).toEqual([{ metadata: {} }]);
	});

	test('an empty text is a value, null and undefined are none', async () => {
		await update({ metadataJson: '={{ { title: "", author: null, ogUrl: undefined, robots: [] } }}' });
		expect(bodies(sandbox())).toEqual([{ metadata: { title: '', robots: [] } }]);
	});

	test.each(['', '={{ "" }}', '={{ null }}', '={{ undefined }}'])('%j is not sent', async (empty) => {
		const json = Object.fromEntries([...LISTS, 'metadata'].map((name) => [`${name}Json`, empty]));
		await update({ name: 'Pricing', ...json });
		expect(bodies(sandbox())).toEqual([{ name: 'Pricing' }]);
	});

	test.each<[string, INodeParameters, string]>([
		['a text that is no JSON', { actionsJson: '[{' }, 'Actions (JSON) must be valid JSON'],
		['an object for a list', { actionsJson: '{}' }, 'Actions (JSON) must be a JSON array'],
		['a list for an object', { metadataJson: '[]' }, 'Metadata (JSON) must be a JSON object'],
		['an entry that is no object', { scriptsJson: '["x"]' }, 'Scripts (JSON) must be a JSON object at [0]'],
		['a number for a text', { metadataJson: '{"title":1}' }, 'Metadata (JSON) must be text at title'],
		[
			'a text for a list',
			{ metadataJson: '{"robots":"x"}' },
			'Metadata (JSON) must be a JSON array at robots',
		],
		['null in a list', { metadataJson: '{"robots":[null]}' }, 'Metadata (JSON) must be text at robots[0]'],
		[
			'a text for a switch',
			{ scriptsJson: '[{"enabled":"true"}]' },
			'Scripts (JSON) must be true or false at [0].enabled',
		],
		[
			'a field that the service does not know',
			{ actionsJson: '[{}, {"titel":"x"}]' },
			'Actions (JSON) has an unknown field "titel" (known: actionId, actionType, buttonTitle, purpose, url) at [1]',
		],
		[
			'a key that is no field',
			{ metadataJson: '{"__proto__":{"title":"x"}}' },
			'Metadata (JSON) has an unknown field "__proto__"',
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

	test.each([
		['actions', { action: [{ url: 'x' }] }, '[]', 'Actions (JSON) must be empty if Actions is filled'],
		['metadata', { title: 'x' }, '{}', 'Metadata (JSON) must be empty if Metadata is filled'],
	])('%s cannot be filled on the form too', async (name, form, json, message) => {
		const { error } = await update({ [name]: form, [`${name}Json`]: json });
		expect(error?.message).toContain(message);
		expect(bodies(sandbox())).toEqual([]);
	});

	test.each(['actions', 'metadata'])('%s that is empty on the form is no second value', async (name) => {
		const json = name === 'metadata' ? { title: 'x' } : [{ url: 'x' }];
		const form = name === 'metadata' ? { title: '' } : { action: [{ url: '' }] };
		await update({ [name]: form, [`${name}Json`]: JSON.stringify(json) });
		expect(bodies(sandbox())).toEqual([{ [name]: json }]);
	});
});

describe('The metadata of an audience', () => {
	test('is sent as on the form, beside the other fields', async () => {
		const { error } = await create({
			customName: 'Acme',
			metadataOverride: { title: 'For Acme', robots: 'none' },
		});
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([
			{ customName: 'Acme', metadataOverride: { title: 'For Acme', robots: ['none'] } },
		]);
	});

	test('is sent as JSON, without what only answers have', async () => {
		await create({ metadataOverrideJson: '{"title":"For Acme","twitterImageUrl":"x","ogImageFileId":"y"}' });
		expect(bodies(sandbox())).toEqual([{ metadataOverride: { title: 'For Acme' } }]);
	});

	test('is refused in both ways at once', async () => {
		const { error } = await create({
			metadataOverride: { title: 'x' },
			metadataOverrideJson: '{"title":"x"}',
		});
		expect(error?.message).toContain('Metadata Override (JSON) must be empty if Metadata Override is filled');
		expect(bodies(sandbox())).toEqual([]);
	});
});
