import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { recordOf } from '../../../previews/outputs';
import { record, type PlainSchema } from '../../../previews/schema';
import { runnable, type Runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import type { RecordedRequest } from '../../../service/sandbox';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const optionIn = ({ fields }: Runnable): INodeProperties | undefined =>
	(fields.find(({ name }) => name === 'options')?.options as INodeProperties[]).find(
		({ name }) => name === 'outputFields',
	);

/** The names that the list of an operation offers. */
const offered = (operation: Runnable): string[] =>
	(optionIn(operation)?.options ?? []).map((option) => ('value' in option ? String(option.value) : ''));

const withFields = runnable.filter((operation) => optionIn(operation) !== undefined);
/** Metrics have columns of their own beside them: see resources/analytics. */
const ofRecords = withFields.filter(({ resource }) => resource !== 'analytics');
const run = async (
	parameters: INodeParameters,
	outputFields: string | string[],
	more: INodeParameters = {},
) => await runNode(sandbox(), { ...parameters, ...more, options: { outputFields } });

const fieldsOf = ({ properties = {} }: PlainSchema, idField: string): string[] =>
	Object.keys(properties).filter((field) => field !== idField);

/** The fields of the record that an operation gives, but for its ID and for what the operation adds. */
const schemaFields = ({ itsCase, idField }: Runnable): string[] =>
	fieldsOf(recordOf(itsCase.calls[0]), idField);

test('records of more than five fields have a list of all', () => {
	const wanted = runnable.filter((operation) => {
		const has = (field: string) => operation.fields.some(({ name }) => name === field);
		return schemaFields(operation).length >= 5 || has('output');
	});
	expect(withFields.map(({ name }) => name)).toEqual(wanted.map(({ name }) => name));
});

describe.each(ofRecords)('Output Fields of $name', (operation) => {
	const { idField, name } = operation;
	const isOfMessages = name === 'audienceMessage.getAll';
	const parameters = { ...operation.parameters, ...(isOfMessages && { output: 'messages' }) };
	const id = isOfMessages ? 'messageId' : idField;
	const ofRecord = isOfMessages ? fieldsOf(record('Message'), id) : schemaFields(operation);
	const first = offered(operation)[0]!;

	test('offer every field of the record but its ID, by their display names', () => {
		expect([...offered(operation)].sort()).toEqual(ofRecord.sort());
		const names = (optionIn(operation)?.options ?? []).map((option) => option.name);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
	});

	test('leave the ID and the chosen field of each record, whatever Simplify says', async () => {
		const whole = await runNode(sandbox(), parameters);
		const { json, error } = await run(parameters, [first], { simplify: true });
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		const added = name === 'person.upsert' ? ['outcome'] : [];
		for (const one of json) expect(Object.keys(one)).toEqual([id, ...added, first]);
		expect(json).toHaveLength(whole.json.length);
	});
});

describe('An expression', () => {
	const getAll = { resource: 'person', operation: 'getAll', limit: 1 };

	test.each([
		['={{ ["email", "name"] }}', ['personId', 'name', 'email']],
		['={{ "email, name" }}', ['personId', 'name', 'email']],
		['={{ "personId" }}', ['personId']],
	])('%s gives %j', async (value, fields) => {
		const { json } = await run(getAll, value);
		expect(json.map((one) => Object.keys(one))).toEqual([fields]);
	});

	test.each(['={{ ["__proto__"] }}', '={{ [{}] }}', '={{ [["name"]] }}'])(
		'%s is refused before anything is sent',
		async (value) => {
			const { error } = await run(getAll, value);
			expect(error?.message).toMatch(/^Output Fields must contain only .*and /);
			expect(calls(sandbox())).toEqual([]);
		},
	);

	test.each(['={{ [] }}', '={{ null }}', '={{ [""] }}'])('%s leaves all fields', async (value) => {
		const { json } = await run(getAll, value);
		expect(json).toEqual((await runNode(sandbox(), getAll)).json);
	});
});

test('A person who is not found stays an empty item', async () => {
	const { json } = await runNode(sandbox(), {
		...{ resource: 'person', operation: 'get', matchValue: 'nobody@nowhere.example' },
		options: { ifNotFound: 'emptyItem', outputFields: ['email'] },
	});
	expect(json).toEqual([{}]);
});

test('A conversation has no fields to choose from: that is said before anything is sent', async () => {
	const messages = runnable.find(({ name }) => name === 'audienceMessage.getAll')!;
	const { error } = await run(messages.parameters, ['content'], { output: 'conversation' });
	expect(error?.message).toContain('Output Fields must be empty if Output is Conversation');
	expect(calls(sandbox())).toEqual([]);
});

test('What a previous attempt has written is kept whole, and put out as chosen', async () => {
	const parameters = {
		...{ resource: 'person', operation: 'upsert', matchValue: '={{ $json.email }}', name: 'Ada' },
		options: { outputFields: ['slug'], maxConcurrentRequests: 1 },
	};
	const items = [{ email: 'first@new.example' }, { email: 'second@new.example' }];
	const isSecond = ({ method, body }: RecordedRequest) =>
		method === 'POST' && JSON.stringify(body).includes('second');
	sandbox().failNext('unprocessable', { when: isSecond });
	const { json, kept } = await runNode(sandbox(), parameters, { items, retryOnFail: true, maxTries: 2 });
	expect(json.map((one) => Object.keys(one))).toEqual(items.map(() => ['personId', 'outcome', 'slug']));
	expect(calls(sandbox()).filter((call) => call === 'POST /v0/persons')).toHaveLength(3);
	expect(kept).not.toHaveProperty('failed');
});
