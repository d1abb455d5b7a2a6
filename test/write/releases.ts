import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../docs/root';

/** The versions that are released, the newest first: CHANGELOG.md has a heading with its date for each. */
export const releases = (): string[] =>
	[...readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(\d\S*)\] - \d{4}-/gm)].map(
		([, version = '']) => version,
	);
