import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { pathOf } from './request';

/** The requests that are answered with one record, and a field that it always has (service interface, sections 2 and 4). */
const RECORDS: Array<[request: RegExp, field: string]> = [
	[/^POST \/v0\/account_logs$/, 'accountLogId'],
	[/^GET \/v0\/accounts\/[^/]+\/logs\/[^/]+$/, 'accountLogId'],
	[/^POST \/v0\/persons$/, 'personId'],
	[/^POST \/v0\/pages\/[^/]+\/audiences$/, 'audienceId'],
	[/^GET \/v0\/pages\/[^/]+\/audiences\/[^/]+\/messages$/, 'messages'],
	[/^GET \/v0\/pages\/[^/]+\/analytics\/summary$/, 'totalSessions'],
];

/**
 * Whether a success holds what only a success can: the ID of a new record, say. An update may be answered with nothing;
 * lists look for their records themselves.
 */
export function hasExpectedRecord(request: IHttpRequestOptions, json: IDataObject): boolean {
	const line = `${request.method} ${pathOf(request)}`;
	return RECORDS.every(([pattern, field]) => !pattern.test(line) || !isEmpty(json[field]));
}

/** Whether a JSON object says what went wrong, as the body of an error does. */
export const reportsError = ({ error, errors }: IDataObject): boolean =>
	[error, errors].some((one) =>
		typeof one === 'object' && one !== null ? Object.keys(one).length > 0 : Boolean(one),
	);
