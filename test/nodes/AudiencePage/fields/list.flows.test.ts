/** Reading lists without n8n. */
import type { INodeExecutionData } from 'n8n-workflow';
import { paginated, singlePage, wholeList } from '../../../../nodes/AudiencePage/fields/list';
import type { RequestFlow } from '../../../../nodes/AudiencePage/transport/request';
import type { Values } from '../../../support/form';
import { List, REQUEST } from '../transport/aList';

const read = paginated({ idField: 'id', fields: ['n'] });
const FEW =
	'The service counts 7 results but listed 5. Some may be missing, or were added or removed during the run.';
const NOT_LISTED =
	'More pages exist than the service lists at once. Narrow the list down with Search.';

/** What an operation gives for a list of so many records, which count themselves. */
async function output(flow: RequestFlow, count: number, values: Values, answers = {}) {
	const list = new List(count, answers, values);
	const items = await flow.call(list.context, REQUEST);
	expect(items.map(({ json }) => json.n)).toEqual(items.map((_, n) => n));
	return [list.asked.map(({ limit }) => limit), items.length, list.hints];
}

test.each<[Values, limits: number[], count: number, hints: string[]]>([
	[{ limit: 2 }, [2], 2, []],
	[{}, [50], 50, []],
	[{ limit: '' }, [50], 50, []],
	[{ limit: 120 }, [100, 20], 120, []],
	[{ returnAll: true, limit: 2 }, [100, 100], 120, []],
])('%j of 120 records: limits %j, %i records', async (values, ...expected) => {
	expect(await output(read, 120, values)).toEqual(expected);
});

test.each<[Values, hints: string[]]>([
	[{ returnAll: true }, [FEW]],
	[{ limit: 6 }, [FEW]],
	[{ limit: 4 }, []],
])('%j of a list that counts 7 and ends after 5 says so: %j', async (values, hints) => {
	expect((await output(read, 5, values, { counts: 7 })).at(-1)).toEqual(hints);
});

test('A limit of 0 is refused', async () => {
	const message = 'Limit must be a whole number of at least 1';
	await expect(output(read, 3, { limit: 0 })).rejects.toThrow(message);
});

test.each<[Values, answers: object, limits: unknown[], count: number, hints: string[]]>([
	[{ limit: 2 }, {}, [2], 2, []],
	[{ limit: 4 }, {}, [4], 3, []],
	[{ limit: 2000 }, { greatestLimit: 500, usual: 5 }, [2000, undefined], 3, []],
	[{ limit: 3 }, { greatestLimit: 0, usual: 2 }, [3, undefined], 2, [NOT_LISTED]],
	// It gives more than Limit.
	[{ limit: 2 }, { greatestLimit: 0, usual: 5 }, [2, undefined], 2, []],
])(
	'%j of 3 records without cursors, which are given as %j, asks for limits %j',
	async (values, answers, ...expected) => {
		expect(await output(singlePage, 3, values, answers)).toEqual(expected);
	},
);

test('A list that comes whole is what is under its name, or an error where nothing is', async () => {
	const output = async (...answer: INodeExecutionData[]) => {
		const context = { ...new List(0).context, makeRoutingRequest: async () => answer };
		return await wholeList('messages').call(context, REQUEST);
	};
	const messages = [{ a: 1 }, { a: 2 }];
	expect(await output({ json: { messages, items: [] } })).toEqual(
		messages.map((json) => ({ json })),
	);
	for (const answer of [[{ json: { items: [] } }], [{ json: { messages: {} } }], []])
		await expect(output(...answer)).rejects.toThrow(
			'The service returned something other than a list of messages',
		);
});
