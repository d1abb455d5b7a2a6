/** What comes out where Simplify is off. */
import type { INodeProperties } from 'n8n-workflow';
import { asList } from './parts/fields';
import { serviceRecord } from './serviceRecord';

/**
 * A sentence on it, for a form that has Simplify; nothing for another.
 *
 * @param added what stands before the fields of the service
 */
export function simplifyNote(operation: string, fields: INodeProperties[], added: string[] = []): string[] {
	if (!fields.some(({ name }) => name === 'simplify')) return [];
	const { properties = {} } = serviceRecord(operation);
	return [`With *Simplify* off, all that there is: ${asList([...added, ...Object.keys(properties)])}.`];
}
