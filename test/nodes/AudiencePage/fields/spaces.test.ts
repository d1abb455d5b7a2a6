/** Spaces around a value, as cells of tables and copied texts have them: part of running texts, and of no other. */
import { byId } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { bodies } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const pageId = () => byId(firstIds(sandbox().store).pageId);
const padded = (text: string) => `\u00a0 ${text}\t\n`;

test('of an audience', async () => {
	const texts = {
		actionFormInstructionsOverride: padded('Ask.'),
		supplementaryContext: padded('They know.'),
	};
	const additionalFields = { ...texts, customName: padded('Acme') };
	const create = { resource: 'audience', operation: 'create', pageId: pageId(), additionalFields };
	await runNode(sandbox(), create);
	expect(bodies(sandbox())).toEqual([{ ...texts, customName: 'Acme' }]);
});

test('of the metadata of a page', async () => {
	const [title, description, keywords] = [padded('Title'), padded('About'), ' crm , sales '];
	const updateFields = { metadata: { title, description, keywords } };
	await runNode(sandbox(), { resource: 'page', operation: 'update', pageId: pageId(), updateFields });
	expect(bodies(sandbox())).toEqual([
		{ metadata: { title: 'Title', description, keywords: ['crm', 'sales'] } },
	]);
});
