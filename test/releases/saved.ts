/** Which ways to use the node a version knew: a workflow that was saved with it can have no others. */
import type { INodeParameters } from 'n8n-workflow';

/** Of an operation or an event, what is said of each parameter in the shape of contract.json. */
export type Form = Record<string, string>;

const isGroup = (value: unknown): value is INodeParameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !('__rl' in value);

/** Every parameter that is set, by its path. */
function leavesOf(value: unknown, path = ''): Array<[path: string, value: unknown]> {
	if (Array.isArray(value) && value.some(isGroup)) return value.flatMap((one) => leavesOf(one, path));
	if (!isGroup(value)) return [[path, value]];
	return Object.entries(value).flatMap(([name, inner]) =>
		leavesOf(inner, path === '' ? name : `${path}.${name}`),
	);
}

const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

/** Whether a line of a choice has all of the values that are chosen. */
function offers(line: string, chosen: unknown): boolean {
	const [, choices] = /^(?:options|multiOptions) \((.*)\) = /.exec(line) ?? [];
	if (choices === undefined) return true;
	return [chosen].flat().every((one) => isExpression(one) || choices.split(' | ').includes(String(one)));
}

/** Whether a form has all of these parameters, with these values. */
export const knows = (form: Form, parameters: INodeParameters): boolean =>
	leavesOf(parameters).every(([path, value]) => {
		const line = form[path];
		return line !== undefined && offers(line, value);
	});
