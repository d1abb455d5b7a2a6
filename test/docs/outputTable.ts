/** The fields of an output as a table. */
import type { PlainSchema } from '../previews/schema';
import { markdownTable } from '../support/table';

/** From here on a schema says nothing of the type. */
const SEVERAL = 3;

/** Every field of one item, each nested one with its path, such as `linkedPersons[].name`. */
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
	if (types.length > SEVERAL) return 'any';
	return types.map((one) => (one === 'array' && items ? `array of ${typeOf(items)}` : one)).join(' or ');
}
