import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../docs/root';
import { previewFiles } from './files';
import { OUTPUTS } from './outputs';
import type { PlainSchema } from './schema';

test.each([...previewFiles()])('%s is what `npm run write` writes', (path, text) => {
	expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});

/** What n8n's editor (2.41.0) makes of a preview: of several types it takes the first, for `integer` it shows number. */
function shownTypes({ type, properties = {}, items }: PlainSchema): string[] {
	if (type === 'array') return items === undefined ? ['no items'] : shownTypes(items);
	if (type === 'object') return Object.values(properties).flatMap(shownTypes);
	return [String([type].flat()[0])];
}

test.each(Object.entries(OUTPUTS))(
	'%s shows no field without a type, and none of a type alone',
	(_name, output) => {
		const types = shownTypes(output);
		expect(types.length).toBeGreaterThan(0);
		const known = ['string', 'number', 'integer', 'boolean'];
		expect(types.filter((type) => !known.includes(type))).toEqual([]);
	},
);
