import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyRouting,
	PreSendAction,
} from 'n8n-workflow';

import { fieldError } from './fieldError';
import { isEmpty, isTrue, omitEmpty } from '../shared/values';
import { parseInteger } from './parseInteger';
import { exactJsonObject } from './exactJson';
import { fieldErrorAt } from './fieldErrorAt';
import { notAPath, validUnicode, type Rule } from './rules';
import { textValue } from './textValue';

/** A field that was left empty is not sent. */
const leaveOutEmpty: PreSendAction = async (request) => ({
	...request,
	body: omitEmpty(request.body as IDataObject),
	qs: omitEmpty(request.qs),
});

/** What holds for every operation; it hangs on the Resource parameter, so that it is said once. */
export const commonRouting: INodePropertyRouting = { send: { paginate: true, preSend: [leaveOutEmpty] } };

/** How a field is sent, beyond its name and place. */
interface SendOptions {
	/** Checked before anything is sent, in this order. */
	rules?: Rule[];
	/** What the service gets where the user left the field empty. */
	whenEmpty?: string;
}

/**
 * The text of a field (see `textOf`), checked.
 *
 * @returns undefined if the field was left empty
 * @throws NodeOperationError naming the field and the rule
 */
export function validatedText(
	context: IExecuteSingleFunctions,
	field: INodeProperties,
	value: GenericValue,
	rules: Rule[],
): string | undefined {
	const { displayName, required } = field;
	if (isEmpty(value)) {
		if (required) throw fieldError(context, displayName, 'must not be empty');
		return undefined;
	}
	const text = textValue(value, field);
	if (text === undefined) throw fieldError(context, displayName, 'must be text', 'sent', value);
	for (const rule of rules) {
		const brokenRule = rule(text);
		if (brokenRule !== undefined) throw fieldError(context, displayName, brokenRule, 'sent', value);
	}
	return text;
}

/** The fields of a request's body; every body of this node is an object until it is written out. */
export const bodyOf = (request: Pick<IHttpRequestOptions, 'body'>): IDataObject =>
	request.body as IDataObject;

function sendField(
	field: INodeProperties,
	type: 'body' | 'query',
	{ rules = [], whenEmpty }: SendOptions,
): INodeProperties {
	const { name } = field;

	const checked: PreSendAction = async function (request) {
		const values = type === 'body' ? bodyOf(request) : (request.qs ?? {});
		const text = validatedText(this, field, values[name] as GenericValue, rules) ?? whenEmpty;
		if (text !== undefined) values[name] = text;
		return request;
	};

	return { ...field, routing: { send: { type, property: name, preSend: [checked] } } };
}

/** A text that is sent in the body under its own name, if the user filled it. */
export const inBody = (field: INodeProperties, how: SendOptions = {}) => sendField(field, 'body', how);

/** A whole number that is sent in the body under its own name, if the user filled it. */
export function numberInBody(field: INodeProperties): INodeProperties {
	const { name, displayName, typeOptions: { minValue: min = 0, maxValue: max } = {} } = field;
	const checked: PreSendAction = async function (request) {
		const body = bodyOf(request);
		if (isEmpty(body[name])) return request;
		const number = parseInteger(this, displayName, body[name], { min, max });
		return { ...request, body: { ...body, [name]: number } };
	};
	return { ...field, routing: { send: { type: 'body', property: name, preSend: [checked] } } };
}

/** A text that is sent in the query under its own name, if the user filled it. */
export const inQuery = (field: INodeProperties, { rules = [], ...how }: SendOptions = {}) =>
	sendField(field, 'query', { ...how, rules: [validUnicode, ...rules] });

/** A switch that is sent in the query as `true` when it is on, and not at all when it is off. */
export function flagInQuery(field: INodeProperties): INodeProperties {
	const onlyWhenOn: PreSendAction = async (request) => {
		const { [field.name]: on, ...others } = request.qs ?? {};
		return { ...request, qs: isTrue(on) ? { ...others, [field.name]: 'true' } : others };
	};
	return {
		...field,
		routing: { send: { type: 'query', property: field.name, preSend: [onlyWhenOn] } },
	};
}

/** An ID that stands in the path (see `path`), where it must be one segment. */
export function inPath(field: INodeProperties, ...rules: Rule[]): INodeProperties {
	const checked: PreSendAction = async function (request) {
		const id = this.getNodeParameter(field.name, '', { extractValue: true });
		validatedText(this, field, id as GenericValue, [validUnicode, notAPath, ...rules]);
		return request;
	};
	return { ...field, routing: { send: { preSend: [checked] } } };
}

/**
 * A path of the interface whose `{name}`s are parameters of the node, as n8n's expression for it.
 * Each is encoded as one segment, without the spaces around it; `inPath` refuses what encoding cannot make safe.
 */
export function path(template: string): string {
	if (!template.includes('{')) return template;
	return `=${template.replace(/\{(\w+)\}/g, '{{encodeURIComponent(String($parameter["$1"]).trim())}}')}`;
}

/**
 * A free-form JSON object that is sent in the body under its own name, exactly as given or not at all
 * (see `exactJsonObject`).
 *
 * It is set after n8n has put the body together, because n8n would merge arrays, split keys at
 * dots and drop keys such as `__proto__`.
 */
export function jsonInBody(field: INodeProperties): INodeProperties {
	const asGiven: PreSendAction = async function (request) {
		const refuse = fieldErrorAt(this, field.displayName);
		const value = exactJsonObject(this.getNodeParameter(field.name), refuse);
		return { ...request, body: { ...bodyOf(request), [field.name]: value } };
	};
	return { ...field, routing: { send: { preSend: [asGiven] } } };
}
