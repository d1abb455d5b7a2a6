import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isEmpty, isFalse } from '../shared/values';
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

/** Those that set values, and names that only their answer has. It may also be empty, and lack some. */
const CHANGES: Array<[request: RegExp, ...names: string[]]> = [
	[/^PATCH \/v0\/topics\//, 'topicEntryId', 'content', 'sortOrder'],
	[/^PATCH /, 'accountId', 'pageId', 'personId', 'createdAt', 'updatedAt'],
	[/^POST .*\/restore$/, 'success', 'messageId'],
];

/** Whether a success holds what only a success can: the ID of a new record, say. Lists look for their records themselves. */
export function hasExpectedRecord(request: IHttpRequestOptions, json: IDataObject): boolean {
	const line = `${request.method} ${pathOf(request)}`;
	const [, field] = RECORDS.find(([pattern]) => pattern.test(line)) ?? [];
	if (field !== undefined) return !isEmpty(json[field]);
	const [, ...names] = CHANGES.find(([pattern]) => pattern.test(line)) ?? [];
	if (request.method === 'PATCH' && isFalse(json.success)) return false;
	return names.length === 0 || Object.keys(json).length === 0 || names.some((name) => name in json);
}

/** Whether a JSON object says what went wrong, as the body of an error does. */
export const reportsError = ({ error, errors }: IDataObject): boolean =>
	[error, errors].some((one) =>
		typeof one === 'object' && one !== null ? Object.keys(one).length > 0 : Boolean(one),
	);
