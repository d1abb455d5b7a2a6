/** What a workflow sent and gave with one version of the package and with another, so that they can be compared. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Sandbox } from '../service/sandbox';
import type { Change } from './announced';

/** An object without the fields of these names; anything else as it is. */
export const leftOut = (object: unknown, names: string[]): unknown =>
	typeof object === 'object' && object !== null
		? Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
		: object;

/** In the order of their arrival. Each sandbox has a port of its own; the fields of a body have no order. */
export function sent({ requests }: Pick<Sandbox, 'requests'>, changes: Change[]) {
	const reads = ({ url }: RecordedRequest) => changes.some((change) => change.reads?.test(url));
	const sends = changes.flatMap((change) => change.sends ?? []);
	return requests
		.filter((request) => !reads(request))
		.map(({ method, url, body, headers }) => ({
			method,
			url,
			body: leftOut(body, sends),
			headers: leftOut(headers, ['host', 'content-length']),
		}));
}

/** An output without the fields that came to it since, as the change log announced. */
export const withoutGained = (json: IDataObject, was: IDataObject | undefined, changes: Change[]) =>
	leftOut(
		json,
		changes.flatMap((change) => change.gives ?? []).filter((name) => was === undefined || !(name in was)),
	);

/** Items with what they are linked to, likewise. */
export const given = (items: INodeExecutionData[], were: INodeExecutionData[], changes: Change[]) =>
	items.map(({ json, pairedItem }, index) => ({
		json: withoutGained(json, were[index]?.json, changes),
		pairedItem,
	}));

/** Parameters with which a node sends one request at a time, so that both sandboxes get them in the same order. */
export const inOrder = ({ options, ...parameters }: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(options as INodeParameters | undefined), maxConcurrentRequests: 1 },
});
