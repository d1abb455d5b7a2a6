/** The independent judge of a set: the service's interface, HTTP, and the few rules that are the form's own. */
import { isDeepStrictEqual } from 'node:util';

import { judgeRequest, operationOf, type RequestValues } from '../../../service/judge';
import type { WebServer } from '../../../support/webServer';
import { requestMeant } from './given';
import type { GivenSet, Operation } from './operation';
import { NODES_OWN_KEY } from './special';
import { isForUrls } from './values';

export interface Verdict {
	request: RequestValues;
	/** The parameters that are at fault; none for a set that is valid. */
	faults: string[];
}

/** Whether an ID leads out of its place in a path, at the latest where a server on the way decodes it. */
const climbs = (id: string): boolean => id.split(/[/\\]/).some((piece) => piece === '.' || piece === '..');

/** The parts that the service's interface allows and HTTP does not. An ID that is empty is missing already. */
const notForUrls = (request: RequestValues): string[][] =>
	(['path', 'query'] as const).flatMap((place) =>
		Object.entries(request[place])
			.filter(([, value]) => !isForUrls(String(value)) || (place === 'path' && climbs(String(value))))
			.map(([name]) => [place, name]),
	);

const isWithin = (inner: string[], outer: string[]): boolean =>
	outer.every((key, index) => inner[index] === key);

/** The fields that a wrong part of the request comes from, or that it is missing from. */
function parametersAt(part: string[], givens: GivenSet): string[] {
	const found = givens.filter(({ at }) => at && (isWithin(part, at) || isWithin(at, part)));
	if (found.length === 0) throw new Error(`No field was given for ${part.join('.')}, which is wrong`);
	return found.map(({ parameter }) => parameter);
}

/** A judge of the sets of an operation. */
export function judgeOf({ operationId, rules }: Operation): (givens: GivenSet) => Verdict {
	const judge = judgeRequest(operationId);
	return (givens) => {
		const request = requestMeant(operationId, givens);
		const parts = [...judge(request), ...notForUrls(request)];
		const faults = [
			...parts.flatMap((part) => parametersAt(part, givens)),
			...rules.flatMap((rule) => rule(givens)),
		];
		return { request, faults };
	};
}

/** The node makes some keys itself; which, other tests say. */
const withoutOwnKey = (body: { idempotencyKey?: unknown }): object =>
	/^[0-9a-f]{64}$/.test(String(body.idempotencyKey)) ? { ...body, idempotencyKey: NODES_OWN_KEY } : body;

/** Expects that what came over the wire is the request that was meant, and says what differs. */
export function expectAsMeant(
	came: WebServer['requests'][number],
	operationId: string,
	meant: RequestValues,
): void {
	const { method, path: template } = operationOf(operationId);
	const [path = '', query = ''] = came.path.split('?');
	const ids = { ...meant.path };
	const expected = template.split('/').map((segment) => {
		const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
		return name === undefined ? segment : String(ids[name]);
	});
	const queryMeant = Object.entries(meant.query).map(([name, value]) => [name, String(value)]);
	// In one go: an expectation takes longer than what it looks at.
	expect({
		method: came.method,
		path: path.split('/').map(decodeURIComponent),
		query: [...new URLSearchParams(query)].sort(),
	}).toEqual({ method, path: expected, query: queryMeant.sort() });
	if (meant.body === undefined) return expect(came.rawBody).toBe('');

	expect(came.headers['content-type']).toBe('application/json');
	const sent = withoutOwnKey(JSON.parse(came.rawBody) as object);
	const body = JSON.parse(JSON.stringify(meant.body)) as { idempotencyKey?: unknown; payload?: unknown };
	if (!isDeepStrictEqual(sent, withoutOwnKey(body))) throw new Error(`The body was ${came.rawBody}`);
	if (body.payload !== undefined) {
		const { payload } = meant.body as typeof body;
		expect(came.rawBody).toContain(`"payload":${JSON.stringify(payload)}`);
	}
}
