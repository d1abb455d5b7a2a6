import { RunScope } from '../../../../nodes/AudiencePage/execution/runScope';
import { contextWith, CREDENTIAL_A, type Circumstances } from './keptContext';

type Credential = Exclude<Circumstances['credential'], false>;

/** The tenant of an item with this credential, whose fields may be expressions: n8n reads the index of the item for those. */
async function tenantOf(credential: Credential, hasExpressions: boolean, nodeId?: string): Promise<string> {
	const context = contextWith({ credential, nodeId });
	const getCredentials = async (_type: string, index?: number) =>
		await Promise.resolve(
			hasExpressions && index !== undefined ? { ...credential, of: Number(index) } : credential,
		);
	const scope = RunScope.of({ ...context, getCredentials } as typeof context);
	return await scope.tenantOf({ getCredentials } as never);
}

const OTHER_KEY = { ...CREDENTIAL_A, apiKey: 'key-b' };
const OTHER_SERVICE = { ...CREDENTIAL_A, baseUrl: 'https://eu.example.com' };
const TYPED_OTHERWISE = { baseUrl: ' HTTPS://api.example.com/v0', apiKey: 'key-a ' };

test.each<[string, Credential, hasExpressions: boolean, isSame: boolean]>([
	['another key', OTHER_KEY, false, true],
	['another key by expression', OTHER_KEY, true, false],
	['another service', OTHER_SERVICE, false, false],
	['another service by expression', OTHER_SERVICE, true, false],
	['the same, typed otherwise', TYPED_OTHERWISE, true, true],
])('the tenant of an item with %s', async (_what, other, hasExpressions, isSame) => {
	const tenants = [await tenantOf(CREDENTIAL_A, hasExpressions), await tenantOf(other, hasExpressions)];
	expect(tenants[0] === tenants[1]).toBe(isSame);
	expect(await tenantOf(CREDENTIAL_A, hasExpressions, 'node-2')).not.toBe(tenants[0]);
});
