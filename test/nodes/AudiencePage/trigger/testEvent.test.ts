import { Trigger } from '../../../support/Trigger';
import { numbersOf, usePeople } from './usePeople';

const { sandbox, hold } = usePeople();

const AT_ACME = { event: 'personCreated', filters: { domain: 'acme.com' } };

test('A test event shows those of the first list page on which any match, and remembers nothing', async () => {
	hold(1, 2, 3, 4, 5);
	for (const id of ['p4', 'p5']) sandbox().store.persons.get(id)!.domain = 'acme.com';
	const trigger = new Trigger(sandbox(), AT_ACME);
	const items = (await trigger.fetchTestEvent()) ?? [];
	expect(numbersOf(items.map(({ json }) => json))).toEqual([4]);
	expect(JSON.stringify(trigger.staticData)).not.toContain('state');
});

test('A test event looks at 20 list pages, and says that none match', async () => {
	hold(...Array.from({ length: 41 }, (_, n) => n));
	sandbox().store.persons.get('p40')!.domain = 'acme.com';
	await expect(new Trigger(sandbox(), AT_ACME).fetchTestEvent()).rejects.toMatchObject({
		message:
			'No person found that matches this trigger. Check its settings, or create one with Person > Create',
		description: 'Up to 2000 records were searched. You can publish the workflow and wait for one.',
	});
	expect(sandbox().requests).toHaveLength(20);
});
