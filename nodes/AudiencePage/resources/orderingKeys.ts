import type { IDataObject } from 'n8n-workflow';

import type { OrderingKeys } from '../execution/keyedQueue';
import { upsertOrderingKeys } from './person/match';

const ACCOUNT_LOGS = '/v0/account_logs';
const RESTORED_MESSAGE = /\/messages\/[^/]+\/restore$/;

/** A record by the path of its update: an ID or an email address is one record however it is typed. */
const recordAt = (url: string): string =>
	url
		.split('/')
		.map((segment) => decodeURIComponent(segment).trim().toLowerCase())
		.join('/');

/**
 * The records that a request of these resources writes to, as far as the order of writes matters: what
 * an update changes is known by its path, what a log entry is added to by the account's ID or domain,
 * whom Create or Update finds by the values that tell people apart, and what is restored is an audience.
 */
export const orderingKeys: OrderingKeys = ({ method, url, body }, context) => {
	if (method === 'PATCH') return [recordAt(url)];
	if (url === ACCOUNT_LOGS) {
		const { accountId, domain } = body as IDataObject;
		const names = [accountId, domain].filter((name) => typeof name === 'string');
		return names.map((name) => name.trim().toLowerCase());
	}
	if (context.getNodeParameter('operation') === 'upsert') {
		return upsertOrderingKeys(context, body as IDataObject);
	}
	return RESTORED_MESSAGE.test(url) ? [url.replace(RESTORED_MESSAGE, '')] : [];
};
