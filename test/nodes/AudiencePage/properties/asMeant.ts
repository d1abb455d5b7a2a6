/** Whether what came over the wire is what was meant. */
import { isDeepStrictEqual } from 'node:util';

import { operationOf, type RequestValues } from '../../../service/judge';
import { NODES_OWN_KEY } from './idempotency';
import type { Recorded } from './recorder';

const segmentsOf = (path: string) => path.split('/');

/** The path's parameters as they came; throws if its fixed parts are not the operation's. */
function pathOf(path: string, template: string): Record<string, string> {
	const segments = segmentsOf(path);
	const expected = segmentsOf(template);
	expect(segments).toHaveLength(expected.length);
	const ids: Record<string, string> = {};
	for (const [index, segment] of segments.entries()) {
		const [, name] = /^\{(\w+)\}$/.exec(expected[index] ?? '') ?? [];
		if (name === undefined) expect(segment).toBe(expected[index]);
		else ids[name] = decodeURIComponent(segment);
	}
	return ids;
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
	expect(recorded.method).toBe(method);
	expect(pathOf(path, template)).toEqual(Object.fromEntries(texts(meant.path)));
	expect([...new URLSearchParams(query)].sort()).toEqual(texts(meant.query));

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
