import { Expression, type IDataObject, type IExecuteFunctions, type INodeParameters } from 'n8n-workflow';

import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import { run } from '../../../../nodes/AudiencePage/execution/run';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import { testWorkflow } from '../../../support/workflow';
import { notUnderstood } from './metadata';

const sandbox = useSandbox({ sizes: { persons: 150 } });

const { description } = new AudiencePage();

const ITEMS: IDataObject[] = Array.from({ length: 7 }, (_, n) => ({ n, domain: `company-${n}.example` }));

/** Eight expressions, of which four are plain (see `compilePlainExpression`). */
const BY_EXPRESSIONS: INodeParameters = {
	resource: 'accountLog',
	operation: 'create',
	accountId: '={{ undefined }}',
	domain: '={{ $json.domain }}',
	source: '={{ "source-" + $json.n }}',
	type: '={{ "type-" + $json.n }}',
	payload: '={{ $json }}',
	additionalFields: { name: '=Company {{ $json.n }}' },
	options: {
		idempotencyKeyMode: '={{ "custom" }}',
		idempotencyKey: '=key-{{ $json.n }}',
		maxRetries: 1,
	},
};

const LIST = { resource: 'person', operation: 'getAll' };
test.each<[string, INodeParameters, number]>([
	['a write', BY_EXPRESSIONS, 4],
	['a list', { ...LIST, limit: '={{ $json.n + 1 }}', filters: { query: '={{ "" }}' } }, 2],
	['several pages', { ...LIST, returnAll: '={{ true }}', options: { pageSize: '={{ 50 }}' } }, 2],
])('each expression is evaluated once an item, if it is not plain: %s', async (_what, parameters, count) => {
	const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const { error } = await runNode(sandbox(), parameters, { items: ITEMS });
	// n8n passes on fixed values without doing anything.
	const evaluated = resolve.mock.calls.filter(([value]) => String(value).startsWith('='));
	resolve.mockRestore();
	expect(error).toBeUndefined();
	expect(evaluated).toHaveLength(7 * count);
});

test('The executor understands all that the description says of requests', () => {
	expect(notUnderstood(description)).toEqual([]);
});

test.each([
	[{ resource: '__CUSTOM_API_CALL__' }, /^Custom API Call is not available.*Use an HTTP Request node/],
	[{ resource: 'invoice', operation: 'getAll' }, /^This operation is not.*"invoice" has no operation/],
])('An operation that does not exist: %j', async (parameters, words) => {
	const { error } = await runNode(sandbox(), parameters);
	expect(`${error?.message} ${error?.description}`).toMatch(words);
	expect(sandbox().requests).toEqual([]);
});

test('without an input item nothing is sent', async () => {
	const { node } = testWorkflow(sandbox(), { resource: 'page', operation: 'getAll', limit: 1 }, {});
	const context: Partial<IExecuteFunctions> = { getNode: () => node, getInputData: () => [] };
	expect(await run(context as IExecuteFunctions, description)).toEqual([]);
});
