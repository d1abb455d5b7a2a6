/** What holds for every operation, so that its own tests need not say it. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { resolved, schemaAt } from '../../service/schemaAt';
import { nameOf, optionsOf } from '../../support/description';
import { runnable, runnableNamed } from '../../support/everyOperation';
import { LINKED_OPERATIONS, linkedItems, thinOutAudiences } from '../../support/itemLinks';
import { byId, plainValue } from '../../support/locators';
import { runNode } from '../../support/runNode';
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

const clearing = runnable.flatMap(({ name, fields, testCase }) => {
	const field = fields.find(({ name: fieldName }) => fieldName === 'fieldsToClear');
	return field ? [{ name, field, operationId: testCase.calls[0] }] : [];
});

test.each(clearing)(
	'$name can clear what may be null, and nothing else',
	({ field, operationId }) => {
		const { properties = {} } = schemaAt(operationId, ['body']) ?? {};
		const isNullable = (property: string) =>
			[resolved(properties[property]!).type].flat().includes('null');
		const offered = optionsOf(field).map(({ value }) => String(value));
		expect(offered.sort()).toEqual(Object.keys(properties).filter(isNullable).sort());
	},
);

const linked = LINKED_OPERATIONS.map(([parameters, cameFrom]) => {
	const { resource, operation, output } = parameters as Record<string, string>;
	const name = nameOf({ resource: resource!, operation: operation! });
	return { name, title: output === undefined ? name : `${name}, ${output},`, parameters, cameFrom };
});

test.each(linked)(
	'$title links each output to the item it came from',
	async ({ parameters, cameFrom }) => {
		thinOutAudiences(sandbox());
		const { items, error } = await runNode(sandbox(), parameters, {
			items: linkedItems(sandbox()),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(cameFrom.map((item) => ({ item })));
	},
);

test('a record that is not there is named by its path', async () => {
	const { parameters } = runnableNamed('topicEntry.update');
	const { error, items } = await runNode(sandbox(), { ...parameters, topicEntryId: 'unknown' });
	expect(error?.description).toContain(
		`Answer 404 to PATCH /v0/topics/${parameters.topicId as string}/entries/unknown`,
	);
	expect(items).toEqual([]);
});
