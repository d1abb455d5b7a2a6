/** What the node says of a value that the service would refuse; that every such value is refused, see properties. */
import type { INodeParameters } from 'n8n-workflow';

import { runnableNamed } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const content = { content: '={{ [1] }}' };
const noAccount = { accountId: '', domain: '', additionalFields: {} };
const otherEmail = { additionalFields: { email: 'other@acme.com' } };

test.each<[operation: string, parameters: INodeParameters, message: string]>([
	['account.update', { name: 'x'.repeat(256) }, 'Name must be 1 to 255 characters long, but has 256'],
	[
		'accountLog.create',
		{ source: 'Hub Spot' },
		'Source must be lower-case letters, digits and single hyphens',
	],
	['accountLog.create', noAccount, 'Account ID, Domain and Account Name are all empty. Set one of them'],
	['accountLog.getAll', { accountId: 'acme.com' }, 'Account ID must be account_ followed by 26 lower-case'],
	['person.update', { updateFields: {} }, 'at least one value, or Fields to Clear at least one field'],
	[
		'person.upsert',
		{ matchOn: '={{ "slug" }}' },
		'Match On must be email, linkedinProfileUrl, name or phone',
	],
	['person.upsert', { options: { findBy: '={{ "guess" }}' } }, 'Find By must be readAll or search'],
	['person.upsert', { options: { overwrite: '={{ "never" }}' } }, 'Overwrite must be always or onlyEmpty'],
	['person.upsert', otherEmail, 'Match Value must be the same as the value of'],
	[
		'topicEntry.update',
		{ updateFields: { sortOrder: 0.5 } },
		'Sort Order must be a whole number of at least',
	],
	['topicEntry.update', { updateFields: { content } }, 'Content must be text at content'],
])('%s with %j: %s', async (operation, parameters, message) => {
	const form = { ...runnableNamed(operation).parameters, ...parameters };
	const { error, items } = await runNode(sandbox(), form);
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Nothing was sent for item 0');
	expect(items).toEqual([]);
	expect(sandbox().requests).toEqual([]);
});
