/** What is given of a record: Output Fields and Simplify. */
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { recordOf } from '../../../previews/outputs';
import { record, type PlainSchema } from '../../../previews/schema';
import { optionsOf } from '../../../support/description';
import { runnable, runnableNamed, type Runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { calls } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';

const sandbox = useSandbox();

const has = ({ fields }: Runnable, field: string) => fields.some(({ name }) => name === field);
const optionIn = ({ fields }: Runnable): INodeProperties | undefined =>
	(fields.find(({ name }) => name === 'options')?.options as INodeProperties[]).find(
		({ name }) => name === 'outputFields',
	);
const withFields = runnable.filter((operation) => optionIn(operation) !== undefined);
const withSimplify = runnable.filter((operation) => has(operation, 'simplify'));

const run = async (
	parameters: INodeParameters,
	outputFields: string | string[],
	more: INodeParameters = {},
) => await runNode(sandbox(), { ...parameters, ...more, options: { outputFields } });

/** The fields of a record, but for its ID and for what the operation adds. */
const fieldsOf = ({ properties = {} }: PlainSchema, idField: string): string[] =>
	Object.keys(properties).filter((field) => field !== idField);
const schemaFields = ({ itsCase, idField }: Runnable) => fieldsOf(recordOf(itsCase.calls[0]), idField);

test('Records of more than five fields have Output Fields; of more than ten, Simplify; and so has one item of all', () => {
	const names = (wanted: (operation: Runnable) => boolean) =>
		runnable.filter((one) => wanted(one) || has(one, 'output')).map(({ name }) => name);
	expect(withFields.map(({ name }) => name)).toEqual(names((one) => schemaFields(one).length >= 5));
	// Of a period, metrics: each is a column of a sheet.
	const isLong = (one: Runnable) => schemaFields(one).length >= 10 && !has(one, 'period');
	expect(withSimplify.map(({ name }) => name)).toEqual(names(isLong));
});

/** Metrics have columns of their own beside them: see resources/analytics. */
const ofRecords = withFields.filter(({ resource }) => resource !== 'analytics');

test.each(ofRecords)('Output Fields of $name', async (operation) => {
	const { idField, name } = operation;
	const isOfMessages = name === 'audienceMessage.getAll';
	const parameters = { ...operation.parameters, ...(isOfMessages && { output: 'messages' }) };
	const id = isOfMessages ? 'messageId' : idField;
	const offered = optionsOf(optionIn(operation)!);
	const values = offered.map(({ value }) => String(value));
	const ofRecord = isOfMessages ? fieldsOf(record('Message'), id) : schemaFields(operation);
	expect([...values].sort()).toEqual(ofRecord.sort());
	expect(offered).toEqual([...offered].sort((one, other) => one.name.localeCompare(other.name)));

	const whole = await runNode(sandbox(), parameters);
	const [first = ''] = values;
	const { json, error } = await run(parameters, [first], { simplify: true });
	expect(error).toBeUndefined();
	expect(json.length).toBeGreaterThan(0);
	const added = name === 'person.upsert' ? ['outcome'] : [];
	expect(json.map((one) => Object.keys(one))).toEqual(whole.json.map(() => [id, ...added, first]));
});

describe('Output Fields by an expression', () => {
	const getAll = { resource: 'person', operation: 'getAll', limit: 1 };

	test.each([
		['={{ ["email", "name"] }}', ['personId', 'name', 'email']],
		['={{ "email, name" }}', ['personId', 'name', 'email']],
		['={{ "personId" }}', ['personId']],
	])('%s are %j', async (value, fields) => {
		const { json } = await run(getAll, value);
		expect(json.map((one) => Object.keys(one))).toEqual([fields]);
	});

	test.each(['={{ ["__proto__"] }}', '={{ [{}] }}', '={{ [["name"]] }}'])('%s are refused', async (value) => {
		const { error } = await run(getAll, value);
		expect(error?.message).toMatch(/^Output Fields must contain only .*and /);
		expect(calls(sandbox())).toEqual([]);
	});

	test.each(['={{ [] }}', '={{ null }}', '={{ [""] }}'])('%s are all', async (value) => {
		const { json } = await run(getAll, value);
		expect(json).toEqual((await runNode(sandbox(), getAll)).json);
	});
});

test('Chosen fields win over Simplify', async () => {
	const { parameters } = runnableNamed('audience.getAll');
	const simple = await runNode(sandbox(), { ...parameters, simplify: true });
	const whole = await runNode(sandbox(), { ...parameters, simplify: false });
	const [record = {}] = whole.json;
	const hidden = Object.keys(record).find((name) => !(name in simple.json[0]!) && record[name] !== null)!;
	const { json } = await run(parameters, [hidden], { simplify: true });
	expect(json[0]).toMatchObject({ [hidden]: record[hidden] });
});

test('A person who is not found stays an empty item', async () => {
	const { json } = await runNode(sandbox(), {
		...{ resource: 'person', operation: 'get', matchValue: 'nobody@nowhere.example' },
		options: { ifNotFound: 'emptyItem', outputFields: ['email'] },
	});
	expect(json).toEqual([{}]);
});

test('A conversation has no fields to choose from: that is said before anything is sent', async () => {
	const { parameters } = runnableNamed('audienceMessage.getAll');
	const { error } = await run(parameters, ['content'], { output: 'conversation' });
	expect(error?.message).toContain('Output Fields must be empty if Output is Conversation');
	expect(calls(sandbox())).toEqual([]);
});

describe.each(withSimplify)('Simplify of $name', ({ isPaged, parameters }) => {
	/** A record such as no service gives: of what is known, most is missing; lists, nested and new fields. */
	const RECORD: IDataObject = {
		...{ audienceId: 'audience_1', pageId: 'page_1', name: 'Name', status: null, tags: ['a', 'b'] },
		...{ data: { type: 'image' }, conversation: { conversationId: 'c1' }, messages: [{}, {}] },
		newField: { any: ['thing'] },
	};
	/** An answer that is such a record, and a list of one. */
	const BODY = { ...RECORD, items: [RECORD], hasMore: false, nextCursor: null };

	const simplified = async (simplify?: unknown): Promise<IDataObject | undefined> =>
		await withAnswers([{ body: BODY }], async (service) => {
			const given = simplify === undefined ? parameters : { ...parameters, simplify };
			const { json, error } = await runNode(service, given as INodeParameters);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			return json[0];
		});

	test('gives ten fields at most, none of them nested, and those that are missing as null', async () => {
		const given = await simplified();
		const values = Object.values(given ?? {});
		expect(values.length).toBeGreaterThan(5);
		expect(values.length).toBeLessThanOrEqual(10);
		expect(values.filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		expect(values).toContain(null);
		expect(values).not.toContain(undefined);
		expect(given).not.toHaveProperty('newField');
		expect(await simplified('={{ null }}')).toEqual(given);
		expect(await simplified('={{ "false" }}')).toEqual(isPaged ? RECORD : BODY);
	});
});
