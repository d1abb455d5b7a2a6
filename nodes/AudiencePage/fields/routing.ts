import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyRouting,
	PreSendAction,
} from 'n8n-workflow';

import { omitEmpty } from '../shared/values';
import { singleRequest } from '../transport/request';
import { fieldError } from './fieldError';
import { jsonObject } from './json';
import { mustNotBeAddress, mustNotBePath, validatedText, type Rule, type TextRules } from './text';

const removeEmptyFields: PreSendAction = async (request) => ({
	...request,
	body: omitEmpty(request.body as IDataObject),
	qs: omitEmpty(request.qs),
});

/** What applies to every operation and event. */
export const commonRouting: INodePropertyRouting = {
	send: { paginate: true, preSend: [removeEmptyFields] },
};

/** The routing of an operation: the one request that its parameters put together. */
export type RequestRouting<Method> = INodePropertyRouting & {
	request: { method: Method; url: string };
};

interface SendOptions extends TextRules {
	whenEmpty?: string;
}

/** The body of a request: it is an object until it is sent as text. */
export const bodyOf = ({ body }: Pick<IHttpRequestOptions, 'body'>): IDataObject =>
	body as IDataObject;

/**
 * A field sent under its own name, as `convert` makes it of its value among `values`; undefined is
 * not sent.
 */
export const sentAs = (
	field: INodeProperties,
	type: 'body' | 'query',
	convert: (this: IExecuteSingleFunctions, value: unknown, values: IDataObject) => unknown,
): INodeProperties => {
	const converted: PreSendAction = async function (request) {
		const values = type === 'body' ? bodyOf(request) : (request.qs ?? {});
		const value = await convert.call(this, values[field.name], values);
		if (value === undefined) delete values[field.name];
		else values[field.name] = value as GenericValue;
		return request;
	};
	return { ...field, routing: { send: { type, property: field.name, preSend: [converted] } } };
};

/** A field of text that is empty at first, unless it says otherwise. */
export type TextField = Partial<INodeProperties> & Pick<INodeProperties, 'displayName' | 'name'>;

function sendField(
	declared: TextField,
	type: 'body' | 'query',
	{ whenEmpty, ...rules }: SendOptions,
): INodeProperties {
	const field: INodeProperties = { type: 'string', default: '', ...declared };
	return sentAs(field, type, function (value) {
		return validatedText(this, field, value as GenericValue, rules) ?? whenEmpty;
	});
}

type BodyField = TextField & { type?: 'string' | 'options' | 'resourceLocator' };

/** Sent under its own name, if it is filled; of a list of options, only one of them. */
export const inBody = (field: BodyField, options: SendOptions = {}) =>
	sendField(field, 'body', options);
export const inQuery = (field: TextField) => sendField(field, 'query', {});

/** An ID that stands in the path (see `pathExpression`), where it must be one segment. */
export function inPath(field: INodeProperties, ...rules: Rule[]): INodeProperties {
	const checked: PreSendAction = async function (request) {
		const id = this.getNodeParameter(field.name, '', { extractValue: true });
		validatedText(this, field, id as GenericValue, {
			rules: [mustNotBePath, mustNotBeAddress, ...rules],
		});
		return request;
	};
	return { ...field, routing: { send: { preSend: [checked] } } };
}

/**
 * A path of the interface as n8n's expression: each `{name}` is a parameter, encoded as one
 * segment.
 */
function pathExpression(template: string): string {
	if (!template.includes('{')) return template;
	return `=${template.replace(/\{(\w+)\}/g, '{{encodeURIComponent(String($parameter["$1"]).trim())}}')}`;
}

const ID_IN_PATH = /\{\{encodeURIComponent\(String\(\$parameter\["(\w+)"\]\)\.trim\(\)\)\}\}/g;

/** What n8n makes of a path expression, with the value of each parameter in it. */
export const pathWith = (expression: string, valueOf: (name: string) => unknown): string =>
	expression
		.replace(/^=/, '')
		.replace(ID_IN_PATH, (_, name: string) => encodeURIComponent(String(valueOf(name)).trim()));

/** Whether a parameter stands in a path expression. */
export const isInPathExpression = (expression: string, name: string): boolean =>
	[...expression.matchAll(ID_IN_PATH)].some(([, parameter]) => parameter === name);

/**
 * The routing of an operation: its request, to a path as `pathExpression` takes it, which `flow`
 * sends.
 */
export const requestRouting = <Method extends IHttpRequestMethods>(
	method: Method,
	template: string,
	flow = singleRequest,
): RequestRouting<Method> => ({
	request: { method, url: pathExpression(template) },
	operations: { pagination: flow },
});

/**
 * A JSON object that is sent as it is. It is set late, as n8n would merge arrays, split keys and
 * drop some. `rule` says what is wrong with it, if anything.
 */
export function jsonInBody(
	field: INodeProperties,
	rule: (value: IDataObject) => string | undefined,
): INodeProperties {
	const set: PreSendAction = async function (request) {
		const value = jsonObject(this, field.displayName, this.getNodeParameter(field.name));
		const brokenRule = rule(value);
		if (brokenRule !== undefined) throw fieldError(this, field.displayName, brokenRule);
		return { ...request, body: { ...bodyOf(request), [field.name]: value } };
	};
	return { ...field, routing: { send: { preSend: [set] } } };
}
