import { isToBeKept, keepMeasured, measured } from '../../support/measured';
import type { Row } from '../../support/table';
import { EXAMPLES } from '../examples/examples';
import { MIDDLE_N8NS, OLDEST_N8N, PINNED_N8N } from '../harness/install';
import { HARMLESS, newerCalls } from './newerCalls';
import { testVersion } from './version';

const rows: Row[] = [];

describe.each([OLDEST_N8N, ...MIDDLE_N8NS, PINNED_N8N])('n8n in %s', (folder) => {
	rows.push(testVersion(folder, MIDDLE_N8NS.includes(folder) ? [] : EXAMPLES));
});

it('is as it was measured last, which the documents show', async () => {
	if (isToBeKept) await keepMeasured('versions', rows);
	expect(measured('versions')).toEqual(rows);
});

it('what is newer than the oldest n8n is called only where it is known to do no harm', () => {
	expect(newerCalls(OLDEST_N8N)).toEqual(HARMLESS);
});
