import {
	isResourceLocatorValue,
	type IExecuteSingleFunctions,
	type IGetNodeParameterOptions,
	type IHttpRequestOptions,
	type INodeParameters,
	type INodeProperties,
	type PreSendAction,
} from 'n8n-workflow';
import { validatedText, type TextRules } from '../../nodes/AudiencePage/fields/text';
import { aNode } from './node';

/** What the form of a node holds, by the paths of its parameters. */
export type Values = Record<string, unknown>;

/** The same as n8n keeps it: `options.limit` is the member `limit` of `options`. */
function nestedIn(values: Values): INodeParameters {
	const parameters: Record<string, unknown> = {};
	for (const [path, value] of Object.entries(values)) {
		const [name = '', member] = path.split('.');
		if (member === undefined) parameters[name] = value;
		else parameters[name] = { ...(parameters[name] as object), [member]: value };
	}
	return parameters as INodeParameters;
}

/**
 * n8n's context of the first item as far as it gives what the form holds: no n8n is needed for it.
 */
export const formWith = (values: Values, timezone = 'UTC'): IExecuteSingleFunctions =>
	({
		getNode: () => ({ ...aNode, parameters: nestedIn(values) }),
		getItemIndex: () => 0,
		getTimezone: () => timezone,
		getNodeParameter: (
			name: string,
			fallback?: unknown,
			options: IGetNodeParameterOptions = {},
		) => {
			const value = name in values ? values[name] : fallback;
			return options.extractValue && isResourceLocatorValue(value) ? value.value : value;
		},
	}) as unknown as IExecuteSingleFunctions;

/** What is sent of a text, or `refused: must be …`. `values`: what else the form holds. */
export function outcomeOf(text: string, rules: TextRules, values: Values = {}): string {
	const field: INodeProperties = { displayName: '', name: 'text', type: 'string', default: '' };
	try {
		return validatedText(formWith(values), field, text, rules) ?? '';
	} catch (error) {
		return `refused: ${(error as Error).message.replace(/ \(got .*\)$/s, '').trim()}`;
	}
}

/** What the hooks of a field make of a request, one after the other. */
export async function afterHooks(
	{ routing }: INodeProperties,
	context: IExecuteSingleFunctions,
	request: Partial<IHttpRequestOptions>,
): Promise<IHttpRequestOptions> {
	const hooks: PreSendAction[] = routing?.send?.preSend ?? [];
	let sent: IHttpRequestOptions = { url: '/', ...request };
	for (const hook of hooks) sent = await hook.call(context, sent);
	return sent;
}
