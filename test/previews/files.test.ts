import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../docs/root';
import { previewFiles } from './files';

test.each([...previewFiles()])('%s is what `npm run write` writes', (path, text) => {
	expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});

interface Shown {
	type: string | string[];
	properties?: Record<string, Shown>;
	items?: Shown;
}

/** What n8n's editor (2.41.0) makes of a preview: of several types it takes the first, for `integer` it shows number. */
function shownTypes({ type, properties, items }: Shown): string[] {
	if (type === 'array') return items === undefined ? ['no items'] : shownTypes(items);
	if (type === 'object') return Object.values(properties ?? {}).flatMap(shownTypes);
	return [String([type].flat()[0])];
}

test.each([...previewFiles()])(
	'%s shows no field without a type, and none of a type alone',
	(_path, text) => {
		const types = new Set(shownTypes(JSON.parse(text) as Shown));
		expect(types.size).toBeGreaterThan(0);
		expect([...types].filter((type) => !['string', 'number', 'integer', 'boolean'].includes(type))).toEqual(
			[],
		);
	},
);
