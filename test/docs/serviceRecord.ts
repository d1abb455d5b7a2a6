/** What Simplify makes shorter, as the service gives it. */
import { OUTPUTS } from '../previews/outputs';
import { record, type PlainSchema } from '../previews/schema';

const SIMPLIFIED: Record<string, string> = { asset: 'Asset', audience: 'Audience', page: 'Page' };

/** A record of a resource that lists, with all fields of the interface; throws if the resource lists nothing. */
export function serviceRecord(resource: string): PlainSchema {
	const name = SIMPLIFIED[resource];
	const schema = name === undefined ? OUTPUTS[`${resource}.getAll`] : record(name);
	if (schema === undefined) throw new Error(`There is no list of ${resource}`);
	return schema;
}
