/** What Simplify leaves of a record. */
import type { IDataObject } from 'n8n-workflow';
import { simplified, type SimplifiedFields } from '../../../../nodes/AudiencePage/fields/simplify';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { runnable } from '../../../support/everyOperation';
import { formWith, type Values } from '../../../support/form';
import { plainValue } from '../../../support/locators';
import { runNode } from '../../../support/runNode';
import { withAnswers } from '../../../support/services';

const REQUEST: RequestData = {
	options: { method: 'GET', url: '/v0/persons/search' },
	preSend: [],
	postReceive: [],
};

const RECORD = {
	name: 'Acme',
	tags: ['a', null, { b: 1 }],
	data: { type: 'image' },
	messages: [{}, {}],
	change: { to: 1 },
};

async function output(values: Values, fields: SimplifiedFields): Promise<IDataObject | undefined> {
	const flow = simplified(
		fields,
		async () => [{ json: RECORD }],
		() => ['change', 'name', 'gone'],
	);
	const [item] = await flow.call(formWith(values) as never, REQUEST);
	return item?.json;
}

const FIELDS = {
	name: 'name',
	tags: 'tags',
	type: 'data.type',
	count: 'messages.length',
	missing: 'data.none.at.all',
};

test('A simplified field is a value, the text of a list, the length of one, or null; others stand beside them', async () => {
	expect(await output({}, FIELDS)).toEqual({
		name: 'Acme',
		tags: 'a, {"b":1}',
		type: 'image',
		count: 2,
		missing: null,
		change: { to: 1 },
		gone: null,
	});
});

test.each<[what: string, Values]>([
	['Simplify is off', { simplify: false }],
	['fields are chosen', { 'options.outputFields': ['name'] }],
])('The record stays as it is if %s', async (_what, values) => {
	expect(await output(values, FIELDS)).toBe(RECORD);
});

const withSimplify = runnable.filter(({ fields }) =>
	fields.some(({ name }) => name === 'simplify'),
);

test.each(withSimplify)(
	'$name has ten simplified fields at most, none nested',
	async (operation) => {
		const { parameters } = operation;
		/** What an operation asks for is in its answer. */
		const asked = Object.fromEntries(
			Object.keys(parameters).map((name) => [name, plainValue(parameters[name])]),
		);
		const record: IDataObject = {
			...asked,
			audienceId: 'audience_1',
			pageId: 'page_1',
			tags: ['a', 'b'],
			data: { type: 'image' },
			conversation: { conversationId: 'c1' },
			messages: [{}, {}],
			newField: { any: ['thing'] },
		};
		/** A record, and a list of one: an operation takes either. */
		const body = { ...record, items: [record], hasMore: false, nextCursor: null };
		const { json } = await withAnswers(
			[{ body }],
			async (service) => await runNode(service, parameters),
		);
		const values = json.map((fields) => Object.values(fields));
		expect(values).toHaveLength(1);
		expect(values.flat().length).toBeLessThanOrEqual(10);
		expect(values.flat().filter((value) => typeof value === 'object' && value !== null)).toEqual(
			[],
		);
	},
);
