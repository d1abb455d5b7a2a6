import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { recordOf } from '../../../previews/outputs';
import { runnable } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { withAnswers } from '../../../support/services';

const withSimplify = runnable.filter(({ fields }) => fields.some(({ name }) => name === 'simplify'));

/** A record such as no service gives: of what is known, most is missing; lists, nested and new fields. */
const RECORD: IDataObject = {
	audienceId: 'audience_1',
	pageId: 'page_1',
	name: 'Name',
	status: null,
	tags: ['a', 'b'],
	data: { type: 'image' },
	conversation: { conversationId: 'c1' },
	messages: [{}, {}],
	newField: { any: ['thing'] },
};

/** An answer that is such a record, and a list of one. */
const BODY = { ...RECORD, items: [RECORD], hasMore: false, nextCursor: null };

const run = async (parameters: INodeParameters): Promise<IDataObject> =>
	await withAnswers([{ body: BODY }], async (service) => {
		const { json, error } = await runNode(service, parameters);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		return json[0] ?? {};
	});

test('records of more than ten fields can be simplified, and an output that is one item of all', () => {
	const wanted = runnable.filter(({ itsCase, fields }) => {
		const has = (field: string) => fields.some(({ name }) => name === field);
		const { properties = {} } = recordOf(itsCase.calls[0]);
		// Of a period, metrics: each is a column of a sheet.
		return has('output') || (Object.keys(properties).length > 10 && !has('period'));
	});
	expect(withSimplify.map(({ name }) => name)).toEqual(wanted.map(({ name }) => name));
});

describe.each(withSimplify)('Simplify of $name', ({ parameters }) => {
	test('gives ten fields at most, none of them nested, and those that are missing as null', async () => {
		const simplified = await run(parameters);
		const values = Object.values(simplified);
		expect(values.length).toBeGreaterThan(5);
		expect(values.length).toBeLessThanOrEqual(10);
		expect(values.filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		expect(values).toContain(null);
		expect(values).not.toContain(undefined);
		expect(simplified).not.toHaveProperty('newField');
	});
});

describe.each(withSimplify.slice(0, 1))('Simplify of $name', ({ isPaged, parameters }) => {
	test.each(['={{ "" }}', '={{ null }}'])('is on where it is %j', async (simplify) => {
		expect(await run({ ...parameters, simplify })).toEqual(await run(parameters));
	});

	test.each([false, '={{ "false" }}'])('is off where it is %j: everything passes', async (simplify) => {
		expect(await run({ ...parameters, simplify })).toEqual(isPaged ? RECORD : BODY);
	});
});
