/** The lists of a page: what the form says of them, and what is given after an update. */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { AudiencePage } from '../../../../../nodes/AudiencePage/AudiencePage.node';
import { nested } from '../../../../support/description';
import { runnableNamed } from '../../../../support/everyOperation';
import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();
const { description } = new AudiencePage();
const { parameters, fields } = runnableNamed('page.update');
const run = async (changed: INodeParameters) =>
	await runNode(sandbox(), { ...parameters, ...changed });

/** The notices that the form shows, in its order. */
const noticesOf = (updateFields: INodeParameters): string[] =>
	description.properties
		.filter(({ type }) => type === 'notice')
		.filter((notice) =>
			NodeHelpers.displayParameter(
				{ ...parameters, updateFields },
				notice,
				{ typeVersion: 1 },
				description,
			),
		)
		.map(({ displayName }) => displayName);

test.each([
	['actions', 'actions'],
	['actionCardWidgets', 'action card widgets'],
	['footerLinks', 'footer links'],
	['scripts', 'scripts'],
])(
	'The list %s says what it does above Update Fields as soon as it is there, and below its JSON field',
	async (name, called) => {
		const notice = `Replaces all ${called} of the page, even those not listed here`;
		expect(noticesOf({ [name]: {} })).toEqual([notice]);
		expect(noticesOf({ name: 'Pricing' })).toEqual([]);
		const names = fields.map((field) => field.name);
		expect(names.indexOf(`${name}Notice`)).toBeLessThan(names.indexOf('updateFields'));

		const path = `updateFields.${name}Json`;
		const [, json] = fields.flatMap((field) => nested(field)).find(([name]) => name === path)!;
		const [says, example = ''] = json.hint!.split(' Example: ');
		expect(says).toContain(notice);
		const { error } = await run({ updateFields: { [`${name}Json`]: example } });
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([{ [name]: JSON.parse(example) as unknown }]);
	},
);

test.each([true, false])('What was set is given, with Simplify %j', async (simplify) => {
	const footer = [
		{ title: 'Company', links: [{ text: 'Privacy', url: 'https://acme.com/privacy' }] },
	];
	const updateFields = { headerActionId: 'action_1', footerLinksJson: JSON.stringify(footer) };
	const { json } = await run({ updateFields, simplify });
	expect(json).toMatchObject([{ footerLinks: footer, headerActionId: 'action_1' }]);
	// Simplified, the lists that were not set are left out.
	expect('scripts' in json[0]!).toBe(!simplify);
});

test('A preview says which lists are replaced', async () => {
	const updateFields = {
		name: 'Pricing',
		scriptsJson: '[]',
		footerLinks: { group: [{ title: 'Company' }] },
	};
	const preview = { options: { previewOnly: true } };
	const [both, none] = [await run({ updateFields, ...preview }), await run({ ...preview })];
	expect([both, none].map(({ json }) => json[0]?.replaces)).toEqual([
		'Footer Links, Scripts',
		null,
	]);
});
