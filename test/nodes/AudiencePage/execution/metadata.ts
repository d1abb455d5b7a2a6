/** The part of n8n's `routing` metadata that the node's executor understands. */
import type { INodeTypeDescription } from 'n8n-workflow';

const DEFAULTS = ['baseURL', 'disableFollowRedirect', 'json'];

/** What each entry of a routing may be; IDs in a path are the only expressions. */
const ROUTING: Record<string, (value: unknown) => boolean> = {
	'request.method': (method) => ['GET', 'PATCH', 'POST'].includes(method as string),
	'request.url': (url) =>
		/^(\/[a-z0-9_]+)+$|^=(\/([a-z0-9_]+|\{\{encodeURIComponent\(String\(\$parameter\["\w+"\]\)\.trim\(\)\)\}\}))+$/.test(
			url as string,
		),
	'send.property': (property) => /^\w+$/.test(property as string),
	'send.type': (type) => type === 'body' || type === 'query',
	'send.paginate': (paginate) => paginate === true,
	'send.preSend': (hooks) => (hooks as unknown[]).every((hook) => typeof hook === 'function'),
	'operations.pagination': (flow) => typeof flow === 'function',
};

/** A property, an entry of a list, or a group of a fixed collection. */
interface Part {
	name: string;
	type?: string;
	routing?: Record<string, object>;
	extractValue?: unknown;
	modes?: Part[];
	options?: Part[];
	values?: Part[];
}

const hasRouting = ({ routing, options = [], values = [] }: Part): boolean =>
	routing !== undefined || [...options, ...values].some(hasRouting);

function strangeIn(part: Part): string[] {
	const { type, name, routing = {}, modes = [], options = [], values = [] } = part;
	const strange = Object.entries(routing).flatMap(([group, of]) =>
		Object.entries(of).flatMap(([key, value]) =>
			ROUTING[`${group}.${key}`]?.(value) ? [] : [`${group}.${key}`],
		),
	);
	if (part.extractValue !== undefined) strange.push('extractValue');
	// Groups and entries of lists have no type: what holds them has.
	const isWalked = [undefined, 'collection', 'options'].includes(type);
	if (!isWalked && [...options, ...values].some(hasRouting)) strange.push('routing within');
	const within = [...modes, ...options, ...values].flatMap(strangeIn);
	return [...strange, ...within].map((what) => `${name}: ${what}`);
}

/** All that a description says of requests and the executor does not understand, each with its place. */
export function notUnderstood({ properties, ...node }: INodeTypeDescription): string[] {
	const defaults = Object.keys(node.requestDefaults ?? {}).filter((key) => !DEFAULTS.includes(key));
	const operations = node.requestOperations === undefined ? [] : ['requestOperations'];
	return [...defaults, ...operations, ...(properties as Part[]).flatMap(strangeIn)];
}
