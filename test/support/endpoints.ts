import type { INodePropertyOptions } from 'n8n-workflow';

const inSnakeCase = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The endpoint in the words of the interface: `GET /v0/persons/{person_id}/logs`. An unencoded ID
 * stays as it is.
 */
export function endpointOf({ routing }: INodePropertyOptions): string {
	const { method = '', url = '' } = routing?.request ?? {};
	const path = url
		.replace(/^=/, '')
		.replace(
			/\{\{encodeURIComponent\(String\(\$parameter\["(\w+)"\]\)\.trim\(\)\)\}\}/g,
			(_expression, name: string) => `{${inSnakeCase(name)}}`,
		);
	return `${method} ${path}`;
}

/** The path of an endpoint as `endpointOf` gives it, with these IDs in it. */
export function pathFor(endpoint: string, ids: Record<string, string>): string {
	const [, path = ''] = endpoint.split(' ');
	return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
		const id = ids[name.replace(/_(\w)/g, (_score, letter: string) => letter.toUpperCase())];
		if (id === undefined) throw new Error(`There is no ID for ${name}`);
		return encodeURIComponent(id);
	});
}
