/** Which fields of a record the user can choose, and what is given then. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { displayNameOf } from '../../../../nodes/AudiencePage/fields/outputFields';
import { RESOURCES } from '../../../../nodes/AudiencePage/resources';
import { rulesOf } from '../../../../nodes/AudiencePage/resources/operation';
import { recordOf } from '../../../previews/outputs';
import { record, type PlainSchema } from '../../../previews/schema';
import { optionsOf } from '../../../support/description';
import { runnable, runnableNamed, type Runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const has = ({ fields }: Runnable, field: string) => fields.some(({ name }) => name === field);
const optionIn = ({ fields }: Runnable): INodeProperties | undefined =>
	(fields.find(({ name }) => name === 'options')?.options as INodeProperties[]).find(
		({ name }) => name === 'outputFields',
	);
const withFields = runnable.filter((operation) => optionIn(operation) !== undefined);

const run = async (parameters: INodeParameters, outputFields: string[]) =>
	await runNode(sandbox(), { ...parameters, options: { outputFields } });

/** The fields of a record, but for its ID and for what the operation adds. */
const fieldsOf = ({ properties = {} }: PlainSchema, idField: string): string[] =>
	Object.keys(properties).filter((field) => field !== idField);
/** Of an operation without records, such as a count, what its case says. */
const schemaFields = ({ testCase: { output, calls }, idField }: Runnable) =>
	fieldsOf((!idField && output) || recordOf(calls[0]), idField);

test('Records of more than five fields have Output Fields; of more than ten, Simplify; and so has one item of all', () => {
	const namesWhere = (hasOption: (operation: Runnable) => boolean) =>
		runnable.filter(hasOption).map(({ name }) => name);
	const isOneOfAll = (operation: Runnable) => has(operation, 'output');
	expect(withFields.map(({ name }) => name)).toEqual(
		namesWhere((operation) => schemaFields(operation).length >= 5 || isOneOfAll(operation)),
	);
	// Of a period, metrics: each is a column of a spreadsheet.
	const isLong = (operation: Runnable) =>
		schemaFields(operation).length >= 10 && !has(operation, 'period');
	expect(namesWhere((operation) => has(operation, 'simplify'))).toEqual(
		namesWhere((operation) => isLong(operation) || isOneOfAll(operation)),
	);
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

	const [first = ''] = values;
	const { json } = await run({ ...parameters, simplify: true }, [first]);
	const { added = [] } = rulesOf(RESOURCES, { resource, operation: ofResource }).record!;
	expect(json.length).toBeGreaterThan(0);
	for (const fields of json) expect(Object.keys(fields)).toEqual([...added, idField, first]);
});

test.each([
	['name', 'Name'],
	['linkedinProfileUrl', 'LinkedIn Profile URL'],
	['aiDescription', 'AI Description'],
	['ctaSessions', 'CTA Sessions'],
	['actionFormIdOverride', 'Action Form ID Override'],
])('%s is called %s', (field, displayName) => {
	expect(displayNameOf(field)).toBe(displayName);
});

test('A person who is not found stays an empty item', async () => {
	const form = { resource: 'person', operation: 'get', matchValue: 'nobody@nowhere.example' };
	const options = { ifNotFound: 'emptyItem', outputFields: ['email'] };
	expect((await runNode(sandbox(), { ...form, options })).json).toEqual([{}]);
});

test('Fields of one item of all are chosen where there are several', async () => {
	const { parameters } = runnableNamed('audienceMessage.getAll');
	const { error } = await run({ ...parameters, output: 'conversation' }, ['content']);
	expect(error?.message).toContain('must be empty if Output is Conversation');
	expect(sandbox().requests).toEqual([]);
});
