/** The part of n8n's `routing` metadata that the node's executor understands. */
import type { INodePropertyRouting, INodeTypeDescription } from 'n8n-workflow';

const ROUTING = ['operations', 'request', 'send'];
const REQUEST = ['method', 'url'];
const SEND = ['paginate', 'preSend', 'property', 'type'];
const OPERATIONS = ['pagination'];
const DEFAULTS = ['baseURL', 'disableFollowRedirect', 'json'];

/** IDs in a path are the only expressions. */
const URL =
	/^(\/[a-z0-9_]+)+$|^=(\/([a-z0-9_]+|\{\{encodeURIComponent\(String\(\$parameter\["\w+"\]\)\.trim\(\)\)\}\}))+$/;

const others = (value: object | undefined, known: string[]): string[] =>
	Object.keys(value ?? {}).filter((key) => !known.includes(key));

const unless = (isFine: boolean, complaint: string): string[] => (isFine ? [] : [complaint]);

/** What of a routing the executor does not understand. */
function strangeInRouting({ request, send, operations, ...rest }: INodePropertyRouting): string[] {
	const { property, type, paginate, preSend = [] } = send ?? {};
	const { method, url } = request ?? {};
	return [
		...others(rest, ROUTING),
		...others(request, REQUEST).map((key) => `request.${key}`),
		...others(send, SEND).map((key) => `send.${key}`),
		...others(operations, OPERATIONS).map((key) => `operations.${key}`),
		...unless(url === undefined || URL.test(url), 'request.url'),
		...unless([undefined, 'GET', 'PATCH', 'POST'].includes(method), 'request.method'),
		...unless(property === undefined || /^\w+$/.test(property), 'send.property'),
		...unless(property === undefined || type === 'body' || type === 'query', 'send.type'),
		...unless(paginate === undefined || paginate === true, 'send.paginate'),
		...unless(
			preSend.every((hook) => typeof hook === 'function'),
			'send.preSend',
		),
		...unless(
			operations === undefined || typeof operations.pagination === 'function',
			'operations.pagination',
		),
	];
}

/** A property, an entry of a list, or a group of a fixed collection. */
interface Part {
	name: string;
	type?: string;
	routing?: INodePropertyRouting;
	extractValue?: unknown;
	modes?: Array<{ name: string; extractValue?: unknown }>;
	options?: Part[];
	values?: Part[];
}

const hasRouting = ({ routing, options = [], values = [] }: Part): boolean =>
	routing !== undefined || [...options, ...values].some(hasRouting);

function strangeIn(part: Part, path: string): string[] {
	const { type, routing, modes = [], options = [], values = [] } = part;
	// Groups and entries of lists have no type: what holds them has.
	const isWalked = [undefined, 'collection', 'options'].includes(type);
	const own = [
		...(routing ? strangeInRouting(routing) : []),
		...unless(part.extractValue === undefined, 'extractValue'),
		...modes.flatMap((mode) => unless(mode.extractValue === undefined, `${mode.name}.extractValue`)),
		...unless(isWalked || ![...options, ...values].some(hasRouting), 'routing within'),
	];
	return [
		...own.map((what) => `${path}: ${what}`),
		...[...options, ...values].flatMap((inner) => strangeIn(inner, `${path}.${inner.name}`)),
	];
}

/** All that a description says of requests and the executor does not understand, each with its place. */
export function notUnderstood({ properties, ...node }: INodeTypeDescription): string[] {
	return [
		...others(node.requestDefaults, DEFAULTS).map((key) => `requestDefaults.${key}`),
		...unless(node.requestOperations === undefined, 'requestOperations'),
		...(properties as Part[]).flatMap((property) => strangeIn(property, property.name)),
	];
}
