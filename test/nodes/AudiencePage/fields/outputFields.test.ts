/** What is given of a record: Output Fields and Simplify. */
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { RESOURCES } from '../../../../nodes/AudiencePage/resources';
import { rulesOf } from '../../../../nodes/AudiencePage/resources/operation';
import { recordOf } from '../../../previews/outputs';
import { record, type PlainSchema } from '../../../previews/schema';
import { optionsOf } from '../../../support/description';
import { runnable, runnableNamed, type Runnable } from '../../../support/everyOperation';
import { plainValue } from '../../../support/locators';
import { runNode } from '../../../support/runNode';
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
/** Of an operation without records, such as a count, what its case says. */
const schemaFields = ({ itsCase: { output, calls }, idField }: Runnable) =>
	fieldsOf((!idField && output) || recordOf(calls[0]), idField);

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
	const { idField, resource, operation: ofResource } = operation;
	const isOfMessages = has(operation, 'output');
	const parameters = { ...operation.parameters, ...(isOfMessages && { output: 'messages' }) };
	const values = optionsOf(optionIn(operation)!).map(({ value }) => String(value));
	const ofRecord = isOfMessages ? fieldsOf(record('Message'), idField) : schemaFields(operation);
	expect([...values].sort()).toEqual(ofRecord.sort());

	const whole = await runNode(sandbox(), parameters);
	const [first = ''] = values;
	const { json } = await run(parameters, [first], { simplify: true });
	expect(json.length).toBeGreaterThan(0);
	const { added = [] } = rulesOf(RESOURCES, { resource, operation: ofResource }).record!;
	expect(json.map((one) => Object.keys(one))).toEqual(
		whole.json.map(() => [...added, idField, first]),
	);
});

test('Chosen fields win over Simplify', async () => {
	const { parameters } = runnableNamed('audience.getAll');
	const simple = await runNode(sandbox(), { ...parameters, simplify: true });
	const whole = await runNode(sandbox(), { ...parameters, simplify: false });
	const [record = {}] = whole.json;
	const hidden = Object.keys(record).find(
		(name) => !(name in simple.json[0]!) && record[name] !== null,
	)!;
	const { json } = await run(parameters, [hidden], { simplify: true });
	expect(json[0]).toMatchObject({ [hidden]: record[hidden] });
});

test('A person who is not found stays an empty item', async () => {
	const form = { resource: 'person', operation: 'get', matchValue: 'nobody@nowhere.example' };
	const options = { ifNotFound: 'emptyItem', outputFields: ['email'] };
	expect((await runNode(sandbox(), { ...form, options })).json).toEqual([{}]);
});

test('Fields of one item of all are chosen where there are several', async () => {
	const { parameters } = runnableNamed('audienceMessage.getAll');
	const { error } = await run(parameters, ['content'], { output: 'conversation' });
	expect(error?.message).toContain('must be empty if Output is Conversation');
	expect(sandbox().requests).toEqual([]);
});

test.each(withSimplify)(
	'Simplify of $name gives ten fields at most, none nested, null for what is missing',
	async (operation) => {
		const { idField, parameters } = operation;
		/** What it was asked for: its ID, or what an operation finds it by. */
		const asked = [idField, ...schemaFields(operation)].filter((field) => field in parameters);
		/**
		 * A record such as no service gives: of what is known, most is missing; lists, nested and new
		 * fields.
		 */
		const RECORD: IDataObject = {
			...{
				audienceId: 'audience_1',
				pageId: 'page_1',
				name: 'Name',
				status: null,
				tags: ['a', 'b'],
			},
			...{ data: { type: 'image' }, conversation: { conversationId: 'c1' }, messages: [{}, {}] },
			newField: { any: ['thing'] },
			...Object.fromEntries(asked.map((field) => [field, plainValue(parameters[field])])),
		};
		/** Such a record, and a list of one: an operation takes either. */
		const body = { ...RECORD, items: [RECORD], hasMore: false, nextCursor: null };
		const simplified = async (simplify: boolean) =>
			await withAnswers(
				[{ body }],
				async (service) => (await runNode(service, { ...parameters, simplify })).json,
			);

		const [given = {}, ...others] = await simplified(true);
		expect(others).toEqual([]);
		const values = Object.values(given);
		expect(values.length).toBeGreaterThan(5);
		expect(values.length).toBeLessThanOrEqual(10);
		expect(values.filter((value) => value !== null && typeof value === 'object')).toEqual([]);
		expect(values).toContain(null);
		expect(values).not.toContain(undefined);
		expect(given).not.toHaveProperty('newField');
		expect(await simplified(false)).toMatchObject([RECORD]);
	},
);
