/** Reading lists without n8n; in a workflow, see list.test.ts. */
import type { INodeExecutionData } from 'n8n-workflow';

import { paginated, singlePage, wholeList } from '../../../../nodes/AudiencePage/fields/list';
import type { RequestFlow } from '../../../../nodes/AudiencePage/transport/request';
import type { Values } from '../../../support/form';
import { List, REQUEST } from '../transport/aList';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const RECORD = { idField: 'id', fields: ['n'] };
const limitsOf = ({ asked }: List) => asked.map(({ limit }) => limit);

/** What an operation gives for a list, as the form says. */
async function output(read: RequestFlow, count: number, values: Values, answers = {}) {
	const list = new List(count, answers, values);
	const items = await read.call(list.context, REQUEST);
	return { items: items.map(({ json }) => json.n), limits: limitsOf(list), hints: list.hints };
}

describe('Limit, Return All and Page Size', () => {
	const FEWER =
		'The service counts 7 results but listed 5. Some may be missing, or were removed during the run.';
	const MORE = 'More results exist. Raise Limit or turn on Return All.';

	test.each<[Values, number[], number, string[]]>([
		[{ limit: 2 }, [2], 2, [MORE]],
		[{}, [50], 50, [MORE]],
		[{ limit: '' }, [50], 50, [MORE]],
		[{ limit: 120 }, [100, 20], 120, []],
		[{ returnAll: true }, [100, 100], 120, []],
		[{ returnAll: 'true', limit: 2 }, [100, 100], 120, []],
		[{ returnAll: true, 'options.pageSize': 60 }, [60, 60], 120, []],
		[{ limit: 1, 'options.pageSize': 60 }, [1], 1, [MORE]],
	])('%j of 120 records: limits %j, %i records', async (values, limits, count, hints) => {
		expect(await output(paginated(RECORD), 120, values)).toEqual({ items: numbers(count), limits, hints });
	});

	test.each<[Values, string[]]>([
		[{ returnAll: true }, [FEWER]],
		[{ limit: 6 }, [FEWER]],
		[{ limit: 4 }, [MORE]],
	])('%j of a list that counts 7 and ends after 5 says so: %j', async (values, hints) => {
		const list = new List(5, { counts: 7 }, values);
		await paginated(RECORD).call(list.context, REQUEST);
		expect(list.hints).toEqual(hints);
	});

	test.each([
		[{ limit: 0 }, 'Limit must be a whole number of at least 1'],
		[{ 'options.pageSize': 0 }, 'Page Size must be a whole number of at least 1'],
	])('%j is refused', async (values, message) => {
		await expect(output(paginated(RECORD), 3, values)).rejects.toThrow(message);
	});
});

describe('A list without cursors', () => {
	const MORE =
		'More pages exist, but the page search has no second page of results. Raise Limit or narrow the list down with Search.';

	test.each<[Values, number, number, string[]]>([
		[{ limit: 2 }, 2, 2, [MORE]],
		[{ limit: 4 }, 4, 3, []],
		[{}, 50, 3, []],
	])('%j of 3 records is one request for %i', async (values, limit, count, hints) => {
		expect(await output(singlePage, 3, values)).toEqual({ items: numbers(count), limits: [limit], hints });
	});

	test('is cut where it gives more than Limit, and that is said', async () => {
		const answers = { greatestLimit: 0, usual: 5 };
		expect(await output(singlePage, 5, { limit: 2 }, answers)).toEqual({
			items: [0, 1],
			limits: [2, undefined],
			hints: [MORE],
		});
	});
});

test('A list that comes whole is what is under its name, or an error where nothing is', async () => {
	const read = async (...answer: INodeExecutionData[]) => {
		const context = { ...new List(0).context, makeRoutingRequest: async () => answer };
		return await wholeList('messages').call(context, REQUEST);
	};
	const messages = [{ a: 1 }, { a: 2 }];
	const items = messages.map((json) => ({ json }));
	expect(await read({ json: { messages, items: [] } })).toEqual(items);
	for (const answer of [[{ json: { items: [] } }], [{ json: { messages: {} } }], []])
		await expect(read(...answer)).rejects.toThrow('The service did not return a list of messages');
});
