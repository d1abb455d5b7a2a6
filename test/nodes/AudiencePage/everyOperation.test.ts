/** What holds for every operation, so that its own tests need not say it. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { nameOf } from '../../support/description';
import { endpointOf, pathFor } from '../../support/endpoints';
import { runnable } from '../../support/everyOperation';
import { LINKED_OPERATIONS, linkedItems, thinOutAudiences } from '../../support/itemLinks';
import { byId, plainValue } from '../../support/locators';
import { runNode } from '../../support/runNode';
import { calls } from '../../support/sent';
import { useSandbox } from '../../support/services';

const sandbox = useSandbox();

const withRequired = runnable.flatMap(({ name, fields, parameters }) => {
	const [field] = fields.filter(({ required }) => required);
	return field === undefined ? [] : [{ name, field, parameters }];
});

/** A value that is there for the first item, and empty for the second. */
function emptyForSecond(field: INodeProperties, value: unknown): INodeParameters[string] {
	const expression = `={{ $json.n === 0 ? ${JSON.stringify(plainValue(value))} : "" }}`;
	return field.type === 'resourceLocator' ? byId(expression) : expression;
}

test.each(withRequired)('$name names the item that is wrong', async ({ field, parameters }) => {
	const wrong = { ...parameters, [field.name]: emptyForSecond(field, parameters[field.name]) };
	const { error } = await runNode(sandbox(), wrong, { items: [{ n: 0 }, { n: 1 }] });
	expect(error).toMatchObject({
		message: `${field.displayName} must not be empty`,
		description: expect.stringContaining('item 1') as string,
		context: { itemIndex: 1 },
	});
});

const linked = LINKED_OPERATIONS.map(([parameters, cameFrom]) => {
	const { resource, operation, output } = parameters as Record<string, string>;
	const name = nameOf({ resource: resource!, operation: operation! });
	return { name, title: output === undefined ? name : `${name}, ${output},`, parameters, cameFrom };
});

test.each(linked)('$title links each output to the item it came from', async ({ parameters, cameFrom }) => {
	thinOutAudiences(sandbox());
	const { items, error } = await runNode(sandbox(), parameters, { items: linkedItems(sandbox()) });
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(cameFrom.map((item) => ({ item })));
});

const withIds = runnable.filter(({ option }) => endpointOf(option).includes('{'));

test.each(withIds)('$name asks for the record of each item', async ({ name, option, fields }) => {
	const items = linkedItems(sandbox());
	const { parameters } = linked.find((one) => one.name === name)!;
	await runNode(sandbox(), parameters, { items });
	const paths = items.map((item) => {
		const ids = fields.map((field) => [field.name, idOf(plainValue(parameters[field.name]), item)]);
		return pathFor(endpointOf(option), Object.fromEntries(ids) as Record<string, string>);
	});
	expect(
		sandbox()
			.requests.map(({ path }) => path)
			.sort(),
	).toEqual(paths.sort());
});

/** What an expression such as `={{ $json.pageId }}` reads from an item. */
function idOf(expression: unknown, item: object): unknown {
	const [, field = ''] = /^=\{\{ \$json\.(\w+) \}\}$/.exec(String(expression)) ?? [];
	return (item as Record<string, unknown>)[field];
}

const UNKNOWN: Record<string, string> = { accountId: `account_${'0'.repeat(26)}` };

/** The record itself, or what its list belongs to: the last ID of the path. */
const withLastId = withIds.map(({ name, option, parameters }) => {
	const endpoint = endpointOf(option);
	const last = [...String(option.routing?.request?.url).matchAll(/\["(\w+)"\]/g)].at(-1)?.[1] ?? '';
	return { name, endpoint, parameters, last };
});

test.each(withLastId)('$name names the path that is unknown', async ({ endpoint, parameters, last }) => {
	const unknown = UNKNOWN[last] ?? 'unknown';
	const chosen = typeof parameters[last] === 'string' ? unknown : byId(unknown);
	const { error, items } = await runNode(sandbox(), { ...parameters, [last]: chosen });
	const [, path = ''] = (calls(sandbox())[0] ?? '').split(' ');
	expect(path).toContain(`/${unknown}`);
	expect(path.split('/')).toHaveLength(endpoint.split('/').length);
	expect(error?.description).toContain(`${path} (404)`);
	expect(items).toEqual([]);
});
