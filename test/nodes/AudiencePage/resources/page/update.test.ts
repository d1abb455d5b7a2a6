/** The lists of a page: what the form says of them, and what is given after an update. */
import { NodeHelpers, type IDataObject, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { AudiencePage } from '../../../../../nodes/AudiencePage/AudiencePage.node';
import { nested } from '../../../../support/description';
import { runnableNamed } from '../../../../support/everyOperation';
import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();
const { description } = new AudiencePage();
const { parameters, fields } = runnableNamed('page.update');
const formFields = fields.flatMap((field) => nested(field));

const LISTS = [
	['actions', 'Replaces all actions of the page, also those not listed here'],
	['actionCardWidgets', 'Replaces all card widgets of the page, also those not listed here'],
	['footerLinks', 'Replaces all footer links of the page, also those not listed here'],
	['scripts', 'Replaces all scripts of the page, also those not listed here'],
] as const;

const FOOTER = [{ title: 'Company', links: [{ text: 'Privacy', url: 'https://acme.com/privacy' }] }];

const run = async (given: INodeParameters) => await runNode(sandbox(), { ...parameters, ...given });

/** The notices that the form shows, in its order. */
function noticesOf(given: INodeParameters): string[] {
	const node = { typeVersion: 1 };
	const isShown = (property: INodeProperties) =>
		property.type === 'notice' &&
		NodeHelpers.displayParameter({ ...parameters, ...given }, property, node, description);
	return description.properties.filter(isShown).map(({ displayName }) => displayName);
}

test.each(LISTS)(
	'The list %s says what it does as soon as it is there, and below its JSON field',
	async (name, notice) => {
		expect(noticesOf({ updateFields: { [name]: {} } })).toEqual([notice]);
		expect(noticesOf({ updateFields: { name: 'Pricing' } })).toEqual([]);
		expect(noticesOf({ operation: 'getAll', updateFields: { [name]: {} } })).toEqual([]);

		const [, json] = formFields.find(([path]) => path === `updateFields.${name}Json`) ?? [];
		const [says, example = ''] = (json?.hint ?? '').split(' Example: ');
		expect(says).toContain(notice);
		const { error } = await run({ updateFields: { [`${name}Json`]: example } });
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([{ [name]: JSON.parse(example) as unknown }]);
	},
);

describe('What was set is given', () => {
	const updateFields = {
		name: 'Pricing',
		headerActionId: 'action_1',
		footerLinksJson: JSON.stringify(FOOTER),
		metadata: { title: 'Pricing' },
	};
	const { value: pageId } = parameters.pageId as { value: string };
	/** The page as the service answers with it. */
	const stored = () => JSON.parse(JSON.stringify(sandbox().store.pages.get(pageId))) as IDataObject;

	test.each([true, false])('with Simplify %j', async (simplify) => {
		const { json } = await run({ updateFields, simplify });
		const { footerLinks, metadata, headerActionId } = stored();
		expect(footerLinks).toMatchObject(FOOTER);
		expect(json).toMatchObject([{ name: 'Pricing', footerLinks, metadata, headerActionId }]);
		// Simplified, the lists that were not set are left out.
		expect('scripts' in json[0]!).toBe(!simplify);
	});

	test('unless other fields were chosen', async () => {
		const { json } = await run({ updateFields, options: { outputFields: ['title'] } });
		expect(Object.keys(json[0]!)).toEqual(['pageId', 'title']);
	});
});
