/** How Limit and Return All are read, and what is said of lists that have more. */
import type { INodeParameters } from 'n8n-workflow';
import type { RecordedRequest } from '../../../service/recording';
import { defaultSettings } from '../../../service/settings';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox({ sizes: { persons: 120, pages: 3 } });
beforeEach(() => Object.assign(sandbox().settings, defaultSettings()));

/** Which limits are asked for, how many records are given, and the hints. */
async function getMany(resource: string, parameters: INodeParameters) {
	const { error, json, hints } = await runNode(sandbox(), {
		resource,
		operation: 'getAll',
		...parameters,
	});
	expect(error).toBeUndefined();
	return [sandbox().requests.map(({ query }) => query.limit), json.length, hints];
}

test.each<[INodeParameters, limits: string[], count: number]>([
	[{ limit: 2 }, ['2'], 2],
	[{}, ['50'], 50],
	[{ limit: 120 }, ['100', '20'], 120],
	[{ returnAll: true, limit: 2 }, ['100', '100'], 120],
])('%j of 120 people: limits %j, %i people', async (parameters, limits, count) => {
	expect(await getMany('person', parameters)).toEqual([limits, count, []]);
});

test('A limit of 0 is refused', async () => {
	const parameters = { resource: 'person', operation: 'getAll', limit: 0 };
	const { error } = await runNode(sandbox(), parameters);
	expect(error?.message).toContain('Limit must be a whole number of at least 1');
});

test.each<[INodeParameters, told: boolean]>([
	[{ returnAll: true }, true],
	[{ limit: 121 }, true],
	[{ limit: 4 }, false],
])('%j of a list that counts more than it lists says so: %j', async (parameters, told) => {
	sandbox().settings.onAnswer = (_request, { body }) =>
		Object.assign(body as object, { totalCount: 122 });
	const [, , hints] = await getMany('person', parameters);
	const hint =
		'The service counts 122 results but listed 120. Some may be missing, or were added or removed during the run.';
	expect(hints).toEqual(told ? [hint] : []);
});

const NOT_LISTED =
	'More pages exist than the service lists at once. Narrow the list down with Search.';
const refuseLimit = ({ query }: RecordedRequest) => (query.limit ? { status: 400 } : undefined);
test.each<[number, object, limits: Array<string | undefined>, count: number, hints: string[]]>([
	[2, {}, ['2'], 2, []],
	[4, {}, ['4'], 3, []],
	[2000, {}, ['2000', undefined], 3, []],
	[3, { instead: refuseLimit, defaultLimit: 2 }, ['3', undefined], 2, [NOT_LISTED]],
	// It gives more than Limit.
	[2, { instead: refuseLimit }, ['2', undefined], 2, []],
])(
	'Limit %i of 3 records without cursors, at a service with %j, asks for limits %j',
	async (limit, settings, ...expected) => {
		Object.assign(sandbox().settings, settings);
		expect(await getMany('page', { limit })).toEqual(expected);
	},
);
