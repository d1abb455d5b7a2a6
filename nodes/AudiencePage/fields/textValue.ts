import type { INodeProperties } from 'n8n-workflow';

/** Running text, which the form gives several lines, stays as it is; all else loses the spaces around it. */
const isMultiline = ({ typeOptions }: INodeProperties): boolean => (typeOptions?.rows ?? 1) > 1;

/**
 * The text that a field sends. An expression may give a number or a switch where the service wants text.
 *
 * @returns undefined for what is none of these: an object, NaN or an infinite number is a mistake
 */
export function textValue(value: unknown, field: INodeProperties): string | undefined {
	const isText = ['string', 'boolean', 'bigint'].includes(typeof value) || Number.isFinite(value);
	if (!isText) return undefined;
	const text = String(value as string);
	return isMultiline(field) ? text : text.trim();
}
