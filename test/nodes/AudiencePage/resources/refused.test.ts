/** What the node says of a value that the service would refuse; that every such value is refused, see properties. */
import type { INodeParameters } from 'n8n-workflow';

import { runnableNamed } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const ofUpsert = (parameters: INodeParameters) => ['person.upsert', parameters] as const;
const content = { content: '={{ [1] }}' };

test.each<readonly [operation: string, parameters: INodeParameters, message: string]>([
	['account.update', { name: 'x'.repeat(256) }, 'Name must be 1 to 255 characters long, but has 256'],
	[
		'accountLog.create',
		{ source: 'Hub Spot' },
		'Source must be lower-case letters, digits and single hyphens',
	],
	['accountLog.create', { source: 'x'.repeat(101) }, 'Source must be 1 to 100 characters long, but has 101'],
	['accountLog.create', { type: 'x'.repeat(101) }, 'Type must be 1 to 100 characters long, but has 101'],
	[
		'accountLog.create',
		{ accountId: '', domain: '', additionalFields: {} },
		'Account ID, Domain and Account Name are all empty. Set one of them',
	],
	['asset.getAll', { filters: { assetType: '={{ "font" }}' } }, 'Asset Type must be custom-component, '],
	[
		'audience.create',
		{ additionalFields: { publishBehavior: '={{ "published" }}' } },
		'Publish Behavior must be draft or publish',
	],
	['audienceMessage.getAll', { output: '={{ "all" }}' }, 'Output must be conversation or messages'],
	[
		'person.create',
		{ additionalFields: { phoneNumber: '4930' } },
		'Phone Number must be an international number',
	],
	['analytics.getSummary', { splitBy: '={{ "Day" }}' }, 'Split By must be day, month, none or week'],
	['accountLog.getAll', { accountId: 'acme.com' }, 'Account ID must be account_ followed by 26 lower-case'],
	['person.update', { updateFields: {} }, 'at least one value, or Fields to Clear at least one field'],
	[
		...ofUpsert({ matchOn: '={{ "slug" }}' }),
		'Match On must be email, linkedinProfileUrl, name or phoneNumber',
	],
	[
		...ofUpsert({ matchOn: 'phoneNumber', matchValue: '4930' }),
		'Match Value must be an international number',
	],
	[...ofUpsert({ options: { findBy: '={{ "guess" }}' } }), 'Find By must be readAll or search'],
	[...ofUpsert({ options: { overwrite: '={{ "never" }}' } }), 'Overwrite must be always or onlyEmpty'],
	[
		...ofUpsert({ additionalFields: { email: 'other@acme.com' } }),
		'Match Value must be the same as the value of the field that Match On selects',
	],
	[
		'topicEntry.update',
		{ updateFields: { sortOrder: 0.5 } },
		'Sort Order must be a whole number of at least 0',
	],
	['topicEntry.update', { updateFields: { content } }, 'Content must be text at content'],
])('%s with %j: %s', async (operation, parameters, message) => {
	const { error, items } = await runNode(sandbox(), {
		...runnableNamed(operation).parameters,
		...parameters,
	});
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Nothing was sent for item 0');
	expect(items).toEqual([]);
	expect(sandbox().requests).toEqual([]);
});
