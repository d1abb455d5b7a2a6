import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { INDEX, indexText, whatIsMissing } from './files';

test('every operation and every event has a case, and no case is without one', () => {
	expect(whatIsMissing()).toEqual([]);
});

test('`npm run write` has listed every case', () => {
	expect(readFileSync(join(__dirname, '..', '..', INDEX), 'utf8')).toBe(indexText());
});
