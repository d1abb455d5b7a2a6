import type { IDataObject } from 'n8n-workflow';

import { watched } from '../../../support/everyEvent';
import { Trigger } from '../../../support/Trigger';
import { startWebServer } from '../../../support/webServer';
import { wholeRecord } from '../../../docs/facts';

const EVENTS = watched.map(({ event, parameters, idField, getMany, itsCase }) => {
	const { properties = {} } = wholeRecord(`${getMany.resource as string}.getAll`);
	const fields = Object.keys(properties).filter((field) => field !== idField);
	return { event, parameters, idField, fields, compares: itsCase.compares ?? [] };
});

test.each(EVENTS)(
	'$event starts the workflow again for a change of just the fields that its case names',
	async ({ parameters, idField, fields, compares }) => {
		let one: IDataObject = {
			[idField]: 'one',
			...Object.fromEntries(fields.map((field) => [field, 'before'])),
		};
		const headers = { 'content-type': 'application/json' };
		const list = () => ({ items: [one], hasMore: false, nextCursor: null, totalCount: 1 });
		const server = await startWebServer(() => ({ status: 200, headers, body: JSON.stringify(list()) }));
		const trigger = new Trigger({ url: server.url, apiKey: 'key' }, parameters);
		await trigger.activate();

		const started: string[] = [];
		for (const field of fields) {
			one = { ...one, [field]: 'after' };
			if ((await trigger.poll()).length > 0) started.push(field);
		}
		await server.close();
		expect(fields.length).toBeGreaterThan(2);
		expect(started.sort()).toEqual([...compares].sort());
	},
);
