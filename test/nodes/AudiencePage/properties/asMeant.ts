/** Whether what came over the wire is what was meant. */
import { isDeepStrictEqual } from 'node:util';

import { operationOf, type RequestValues } from '../../../service/judge';
import { NODES_OWN_KEY } from './idempotency';
import type { Recorded } from './recorder';

/** The path with the names of its parameters in the place of their values, as the operation has it, and these values. */
function pathOf(path: string, template: string): { named: string; ids: Record<string, string> } {
	const expected = template.split('/');
	const ids: Record<string, string> = {};
	const named = path.split('/').map((segment, index) => {
		const [parameter, name] = /^\{(\w+)\}$/.exec(expected[index] ?? '') ?? [];
		if (parameter === undefined || name === undefined) return segment;
		ids[name] = decodeURIComponent(segment);
		return parameter;
	});
	return { named: named.join('/'), ids };
}

const texts = (values: object) =>
	Object.entries(values)
		.map(([name, value]) => [name, String(value)])
		.sort();

/** The node makes some keys itself; which, other tests say. */
function withoutOwnKey(body: unknown, meant: unknown): unknown {
	const sent = body as { idempotencyKey?: unknown };
	const isOwn = (meant as { idempotencyKey?: unknown }).idempotencyKey === NODES_OWN_KEY;
	return isOwn && /^[0-9a-f]{64}$/.test(String(sent.idempotencyKey))
		? { ...sent, idempotencyKey: NODES_OWN_KEY }
		: sent;
}

const canonical = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Expects that `recorded` is the request that was meant, and says what differs. */
export function expectAsMeant(recorded: Recorded, operationId: string, meant: RequestValues): void {
	const { method, path: template } = operationOf(operationId);
	const [path = '', query = ''] = recorded.url.split('?');
	const { named, ids } = pathOf(path, template);
	const came = { method: recorded.method, path: named, ids, query: [...new URLSearchParams(query)].sort() };
	const ofPath: unknown = Object.fromEntries(texts(meant.path));
	// In one go: an expectation takes longer than what it looks at.
	expect(came).toEqual({ method, path: template, ids: ofPath, query: texts(meant.query) });

	if (meant.body === undefined) {
		expect(recorded.rawBody).toBe('');
		return;
	}
	expect(recorded.contentType).toBe('application/json');
	const body = withoutOwnKey(JSON.parse(recorded.rawBody), meant.body);
	if (!isDeepStrictEqual(body, canonical(meant.body))) throw new Error(`The body was ${recorded.rawBody}`);
	const { payload } = meant.body as { payload?: unknown };
	if (payload !== undefined) expect(recorded.rawBody).toContain(`"payload":${JSON.stringify(payload)}`);
}
