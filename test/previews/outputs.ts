import { posix } from 'node:path';
import { operationCases } from '../cases';
import { recordSchema } from '../service/schemaAt';
import { plain, type PlainSchema } from './schema';

/** The record that an endpoint gives. */
export const recordOf = (operationId: string): PlainSchema => plain(recordSchema(operationId));

/** What one item of the default output of an operation is, by resource and operation. */
export const OUTPUTS: Record<string, PlainSchema> = Object.fromEntries(
	Object.entries(operationCases).map(([name, { calls, output }]) => [
		name,
		output ?? recordOf(calls[0]),
	]),
);

/**
 * The record that an operation gets, with all fields of the interface: as it is before Simplify.
 */
export function wholeRecord(operation: string): PlainSchema {
	const { calls } = operationCases[operation] ?? {};
	if (calls === undefined) throw new Error(`${operation} has no case`);
	return recordOf(calls[0]);
}

/** Beside the node, for its version 1, where n8n's editor looks for them; from the root. */
export const FOLDER = 'nodes/AudiencePage/__schema__/v1.0.0';

/**
 * The text of every preview, by its path from the root; `version` counts the changes of a preview.
 */
export const previewFiles = (): Map<string, string> =>
	new Map(
		Object.entries(OUTPUTS).map(([operation, output]) => [
			posix.join(FOLDER, `${operation.replace('.', '/')}.json`),
			`${JSON.stringify({ ...output, version: 1 }, null, '\t')}\n`,
		]),
	);
