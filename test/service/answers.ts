/** What an operation answers, and the errors it may answer instead. */

export interface Answer {
	status: number;
	body: unknown;
}

/** Thrown by a handler: the sandbox answers `status` with `{ message }`. */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** The record, or a 404 that names what was looked for. */
export function found<T>(record: T | undefined, kind: string, id: string): T {
	if (record === undefined) throw new ServiceError(404, `${kind} ${id} not found`);
	return record;
}
