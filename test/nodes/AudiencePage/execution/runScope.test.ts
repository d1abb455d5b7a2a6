import { RunScope } from '../../../../nodes/AudiencePage/execution/runScope';
import { contextWith } from './keptContext';

/**
 * The tenant of an item with this credential, whose fields may be expressions: n8n reads the index
 * of the item for those.
 */
async function tenantOf(
	changes: object,
	hasExpressions: boolean,
	nodeId?: string,
): Promise<string> {
	const credential = { baseUrl: 'https://api.example.com', apiKey: 'key-a', ...changes };
	const getCredentials = async (_type: string, index?: number) =>
		await Promise.resolve(
			hasExpressions && index !== undefined ? { of: Number(index) } : credential,
		);
	const context = { ...contextWith({ ...(nodeId && { nodeId }) }), getCredentials };
	return await RunScope.of(context as never).tenantOf(context as never);
}

test.each<[string, object, hasExpressions: boolean, isSame: boolean]>([
	['another key', { apiKey: 'key-b' }, false, true],
	['another key by expression', { apiKey: 'key-b' }, true, false],
	['another service', { baseUrl: 'https://eu.example.com' }, false, false],
	['another service by expression', { baseUrl: 'https://eu.example.com' }, true, false],
	[
		'the same, typed otherwise',
		{ baseUrl: ' HTTPS://api.example.com/v0', apiKey: 'key-a ' },
		true,
		true,
	],
])('the tenant of an item with %s', async (_what, changes, hasExpressions, isSame) => {
	const tenant = await tenantOf({}, hasExpressions);
	expect(tenant === (await tenantOf(changes, hasExpressions))).toBe(isSame);
	expect(await tenantOf(changes, hasExpressions, 'node-2')).not.toBe(tenant);
});
