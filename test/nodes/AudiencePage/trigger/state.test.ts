/** What the trigger takes for another watch, and begins anew for, and what it does not. */
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox();

describe('It begins anew with', () => {
	const addEntry = (accountId: string, accountLogId: string) => {
		const entries = sandbox().store.accountLogs.of(accountId);
		return entries.add({ ...nth(entries.all()), accountLogId });
	};

	test('another account: starts nothing with what is there, and with what is new in it', async () => {
		const [one = '', other = ''] = sandbox()
			.store.accounts.all()
			.map(({ accountId }) => accountId);
		const trigger = await published(sandbox(), { event: 'accountLogCreated', accountId: one });
		expect(await trigger.change({ accountId: other })).toEqual([]);
		addEntry(one, 'log_of_one');
		const entry = addEntry(other, 'log_of_another');
		expect(await trigger.poll()).toEqual([entry]);
	});
});

describe('It goes on with', () => {
	test('another key in the same credential', async () => {
		const page = (...persons: string[]) => ({
			body: { items: persons.map((personId) => ({ personId })), totalCount: persons.length },
		});
		await withAnswers([page('p1'), page('p1', 'p2')], async (service) => {
			const trigger = new Trigger(service, { event: 'personCreated' });
			await trigger.activate();
			const credentials = { baseUrl: service.url, apiKey: 'key-that-is-new' };
			expect(await trigger.change({}, { credentials })).toEqual([{ personId: 'p2' }]);
		});
	});
});

describe('Everything after Now', () => {
	test('tells all that is there, what was told before included', async () => {
		const trigger = await published(sandbox(), { event: 'personCreated' });
		expect(await trigger.change({ startFrom: 'everything' })).toEqual(sandbox().store.persons.all());
		expect(await trigger.poll()).toEqual([]);
	});

	test('and Now again and Everything again tell nothing twice', async () => {
		const trigger = await published(sandbox(), { event: 'personCreated', startFrom: 'everything' });
		expect(await trigger.change({ startFrom: 'now' })).toEqual([]);
		expect(await trigger.change({ startFrom: 'everything' })).toEqual([]);
	});
});
