/**
 * Answers as the service interface leaves them open: status codes and bodies (sections 4 and 7).
 */
import fc from 'fast-check';
import { MAX_RETRIES } from '../../../nodes/AudiencePage/transport/retry';
import type { Answer } from '../../service/answers';
import type { Request } from '../WorldService';
import type { Deviation } from './Deviation';

/** Faults by which the service has not taken a request up. */
const NOT_TAKEN = [425, 429] as const;
/** A refusal that does not come again: what was wrong has been mended meanwhile. */
const REFUSED = 400;
const GATEWAY = [408, 500, 502, 503, 504, 522] as const;

const oneOf = (when: 'before' | 'after', ...kinds: Array<string | number>) =>
	fc.record({ kind: fc.constantFrom(...kinds), when: fc.constant(when) });
const fault = fc.record({
	at: fc.nat(15),
	what: fc.oneof(
		oneOf('before', ...NOT_TAKEN, REFUSED, ...GATEWAY, 'cut'),
		oneOf('after', ...GATEWAY, 'cut', 'cut within', 'a web page'),
	),
});

function faulty(kind: string | number): Answer {
	if (typeof kind === 'number') return { status: kind, body: { message: `Fault ${kind}` } };
	if (kind === 'a web page') return { status: 200, body: '<html><title>Welcome</title></html>' };
	return { status: 200, body: { cut: 'in two' }, cut: kind === 'cut' ? 'before' : 'within' };
}

/** Single requests go wrong, before or after the service has done what they ask for. */
export const faults = fc
	.uniqueArray(fault, { selector: ({ at }) => at, minLength: 1, maxLength: 4 })
	.map((all): Deviation => {
		const of = (request: Request, when: string) =>
			all.find(({ at, what }) => at === request.number && what.when === when);
		const isOpen = all.some(({ what }) => !NOT_TAKEN.some((status) => status === what.kind));
		const isRefused = all.some(({ what }) => what.kind === REFUSED);
		return {
			name: all
				.map(({ at, what }) => `request ${at}: ${what.kind} ${what.when} it is done`)
				.join(', '),
			apply: ({ hooks }) =>
				hooks.push({
					refuse: (request) => {
						const found = of(request, 'before');
						return found && faulty(found.what.kind);
					},
					change: (answer, request) => {
						const found = of(request, 'after');
						return found ? { ...answer, ...faulty(found.what.kind) } : answer;
					},
				}),
			mayFail: ({ isRepeatable }) =>
				isRefused || all.length > MAX_RETRIES || (isOpen && !isRepeatable),
		};
	});

/** Rows of the input that the service does not take. */
export const refusedRows = fc
	.record({
		rows: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
		status: fc.constantFrom(200, 400, 404, 422),
	})
	.map(
		({ rows, status }): Deviation => ({
			name: `the rows ${rows.join(', ')} are refused with ${status}`,
			apply: ({ hooks }) =>
				hooks.push({
					refuse: ({ method, text }) => {
						const [, row] = /row-(\d+)/.exec(method === 'GET' ? '' : text) ?? [];
						const isRefused = rows.includes(Number(row ?? -1));
						return isRefused ? { status, body: { error: 'No' } } : undefined;
					},
				}),
			mayFail: () => true,
		}),
	);

/** What a success looks like where something was written. */
export const successes = fc
	.record({
		status: fc.constantFrom(200, 201, 202, 204),
		what: fc.constantFrom('the record', 'nothing', '{}', 'null', '{"accepted":true}'),
	})
	.map(({ status, what }): Deviation => {
		const isEmpty = what !== 'the record' || status === 204;
		const body =
			what.startsWith('{') && status !== 204 ? what : what === 'null' ? 'null' : undefined;
		return {
			name: `a write is answered with ${status} and ${what}`,
			...(isEmpty && { hides: 'the answers' }),
			apply: ({ hooks }) =>
				hooks.push({
					change: (answer, { method, applied }) =>
						method === 'GET' || !applied ? answer : { ...answer, status, ...(isEmpty && { body }) },
				}),
			// A body without the record's ID is none that the service gives for it.
			mayFail: ({ isCreation }) => isEmpty && (isCreation === true || what === '{"accepted":true}'),
		};
	});
