/** The fields of an output as a table. */
import type { PlainSchema } from '../previews/schema';
import { markdownTable } from '../support/table';

/** A schema with more types than these says nothing about the type. */
const MOST_TYPES = 3;

/** Every field of one item; a nested field has its path, such as `linkedPersons[].name`. */
export const outputTable = (schema: PlainSchema): string =>
	markdownTable([['Field', 'Type'], ...rowsOf(schema, '')]);

function rowsOf({ properties = {} }: PlainSchema, within: string): string[][] {
	return Object.entries(properties).flatMap(([name, schema]) => {
		const path = `${within}${name}`;
		const { items } = schema;
		const inner = items === undefined ? rowsOf(schema, `${path}.`) : rowsOf(items, `${path}[].`);
		return [[`\`${path}\``, typeOf(schema)], ...inner];
	});
}

function typeOf({ type, items }: PlainSchema): string {
	const types = [type].flat();
	if (types.length > MOST_TYPES) return 'any';
	return types.map((one) => (one === 'array' && items ? `array of ${typeOf(items)}` : one)).join(' or ');
}
