import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

test('A page that was read can be sent back, without what only answers have', async () => {
	const page = nth(sandbox().store.pages.all(), 1);
	const { pageId, actions, actionCardWidgets, footerLinks, scripts, metadata } = structuredClone(page);
	expect(actions[0]).toHaveProperty('actionIndex');
	expect(metadata).toHaveProperty('ogImageUrl');
	const asRead: IDataObject = { actions, actionCardWidgets, footerLinks, scripts, metadata };
	const fields = Object.keys(asRead).map((name) => [`${name}Json`, `={{ $json.${name} }}`]);
	const parameters = {
		...{ resource: 'page', operation: 'update', pageId: byId(pageId) },
		updateFields: Object.fromEntries(fields) as INodeParameters,
	};
	const { error } = await runNode(sandbox(), parameters, { items: [asRead] });
	expect(error).toBeUndefined();
	const [body] = bodies(sandbox()) as [typeof page];
	expect(body.actions[0]).not.toHaveProperty('actionIndex');
	expect(Object.keys(body.metadata ?? {})).toEqual(
		Object.keys(metadata ?? {}).filter((name) => !/^(og|twitter)Image(Url|FileId)$/.test(name)),
	);
	expect(body.scripts).toEqual(scripts);
});
