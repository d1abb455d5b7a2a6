import Ajv from 'ajv';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../support/runNode';
import { useSandbox } from '../support/services';
import { OUTPUTS } from './outputs';
import type { PlainSchema } from './schema';

const sandbox = useSandbox();

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strict: false });

/** As few parameters as each operation can do with: its output is then the default one. */
const PARAMETERS: Record<string, INodeParameters> = {
	'account.update': { accountId: '={{ $json.accountId }}', name: 'Acme' },
	'accountLog.create': { domain: 'acme.example', source: 'crm', type: 'deal' },
	'accountLog.get': { accountId: '={{ $json.accountId }}', accountLogId: '={{ $json.accountLogId }}' },
	'accountLog.getAll': { accountId: '={{ $json.accountId }}' },
	'analytics.getAudiences': { pageId: '={{ $json.pageId }}' },
	'analytics.getSummary': { pageId: '={{ $json.pageId }}' },
	'asset.getAll': {},
	'audience.create': { pageId: '={{ $json.pageId }}' },
	'audience.getAll': { pageId: '={{ $json.pageId }}' },
	'audienceMessage.getAll': { pageId: '={{ $json.pageId }}', audienceId: '={{ $json.audienceId }}' },
	'audienceMessage.restore': {
		pageId: '={{ $json.pageId }}',
		audienceId: '={{ $json.audienceId }}',
		messageId: '={{ $json.messageId }}',
	},
	'page.getAll': {},
	'page.update': { pageId: '={{ $json.pageId }}', updateFields: { name: 'Acme' } },
	'pageLink.getAll': {},
	'person.create': { name: 'Ada' },
	'person.getAll': {},
	'person.update': { personId: '={{ $json.personId }}', updateFields: { name: 'Ada' } },
	'person.upsert': { matchOn: 'email', matchValue: 'ada@acme.example', name: 'Ada' },
	'personLog.getAll': { personId: '={{ $json.personId }}' },
	'topicEntry.getAll': { topicId: '={{ $json.topicId }}' },
	'topicEntry.update': {
		topicId: '={{ $json.topicId }}',
		topicEntryId: '={{ $json.topicEntryId }}',
		updateFields: { sortOrder: 3 },
	},
};

/**
 * The interface lets any field of a record be missing: these are missing in all that the sandbox gives.
 * Fields of simplified records and of rows never are.
 */
const NEVER_GIVEN: Record<string, string[]> = {
	'audienceMessage.getAll': ['.toolCalls[].error'],
	'pageLink.getAll': ['.deletedAt'],
};

/** The fields of a preview by their paths, such as `.linkedPersons[].name`. */
const listed = ({ properties = {}, items }: PlainSchema, path = ''): string[] => [
	path,
	...Object.entries(properties).flatMap(([name, schema]) => listed(schema, `${path}.${name}`)),
	...(items ? listed(items, `${path}[]`) : []),
];

/** The fields of a value, likewise. */
function given(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [path];
	if (Array.isArray(value)) return [path, ...value.flatMap((element) => given(element, `${path}[]`))];
	return [path, ...Object.entries(value).flatMap(([name, inner]) => given(inner, `${path}.${name}`))];
}

/** IDs of records that the sandbox has, for the parameters above. */
function ids(): IDataObject {
	const { store } = sandbox();
	const { accountId } = store.accounts.all()[0]!;
	const { pageId } = store.pages.all()[0]!;
	const { audienceId } = store.audiences.of(pageId).all()[0]!;
	const { personId } = store.persons.all()[0]!;
	const topicId = store.topicIds[0]!;
	return {
		accountId,
		accountLogId: store.accountLogs.of(accountId).all()[0]!.accountLogId,
		pageId,
		audienceId,
		messageId: store.messages
			.of(audienceId)
			.all()
			.find(({ hasSnapshot }) => hasSnapshot)!.messageId,
		personId,
		topicId,
		topicEntryId: store.topicEntries.of(topicId).all()[0]!.topicEntryId,
	};
}

describe.each(Object.entries(OUTPUTS))('the default output of %s', (name, schema) => {
	let records: IDataObject[];

	beforeAll(async () => {
		const [resource, operation] = name.split('.');
		const parameters = { resource, operation, ...PARAMETERS[name] } as INodeParameters;
		const { json, error } = await runNode(sandbox(), parameters, { items: [ids()] });
		if (error) throw error;
		records = json;
	});

	test('is as its preview says', () => {
		const validate = ajv.compile(schema);
		expect(records.length).toBeGreaterThan(0);
		for (const one of records) expect(validate(one) ? [] : validate.errors).toEqual([]);
	});

	test('has every field that its preview lists, and no other', () => {
		const all = new Set(records.flatMap((one) => given(one)));
		expect(listed(schema).filter((path) => !all.has(path))).toEqual(NEVER_GIVEN[name] ?? []);
		const topLevel = new Set(records.flatMap((one) => Object.keys(one)));
		expect([...topLevel].filter((field) => !(field in (schema.properties ?? {})))).toEqual([]);
	});
});
