/** The filters of lists with cursors; that lists are read to their end, or to Limit, see worlds/ and execution/oracle. */
import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_SIZES } from '../../../service/seed/sizes';
import { seedStore } from '../../../service/seed';
import { runnable } from '../../../support/everyOperation';
import { plainValue } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const SIZES = {
	...DEFAULT_SIZES,
	accounts: 3,
	pages: 3,
	accountLogs: 37,
	persons: 25,
	personLogs: 37,
	assets: 25,
	pageLinks: 120,
};
const sandbox = useSandbox({ sizes: SIZES });
const ids = firstIds(seedStore(1, SIZES));

test.each(runnable.filter(({ isPaged, itsCase }) => isPaged && itsCase.filters))(
	'$name sends its filters with every page',
	async ({ itsCase, parametersFor, idField }) => {
		const filters = itsCase.filters?.(ids) ?? {};
		const plain = Object.entries(filters).map(([name, value]) => [name, String(plainValue(value))]);
		const all = { ...parametersFor(ids), returnAll: true, filters };
		const { json } = await runNode(sandbox(), { ...all, options: { pageSize: 10 } });
		expect(sandbox().requests.length).toBeGreaterThan(1);
		for (const { query } of sandbox().requests)
			expect(query).toMatchObject(Object.fromEntries(plain) as IDataObject);
		// As many as the service gives at once.
		const whole = await runNode(sandbox(), { ...all, options: { pageSize: 1000 } });
		expect(json.map((record) => record[idField])).toEqual(whole.json.map((record) => record[idField]));
	},
);
