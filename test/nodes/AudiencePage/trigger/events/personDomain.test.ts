import type { IDataObject } from 'n8n-workflow';
import { watchedBy } from '../../../../support/everyEvent';
import { withAnswers } from '../../../../support/services';
import { Trigger } from '../../../../support/Trigger';

const PEOPLE = [
	{ personId: 'at', name: 'A', email: '"a@b"@ACME.com', domain: null },
	{ personId: 'of', name: 'B', email: null, domain: 'https://www.acme.com/' },
	{ personId: 'other', name: 'C', email: 'c@notacme.com', domain: 'sub.acme.com' },
	{ personId: 'none', name: 'D' },
];

test.each([
	['personCreated', 'acme.com'],
	['personUpdated', ' HTTPS://www.Acme.com/about '],
])(
	'%s, Domain %s: those of it or with an email at it; the others are remembered',
	async (event, typed) => {
		const idsOf = (records: IDataObject[]) => records.map(({ personId }) => personId);
		await withAnswers([{ body: watchedBy(event).answerWith(PEOPLE) }], async (service) => {
			const form = {
				event,
				startFrom: 'everything',
				changes: 'createdAndUpdated',
				filters: { domain: typed },
			};
			const trigger = new Trigger(service, form);
			expect(idsOf(await trigger.activate())).toEqual(['at', 'of']);
			expect(idsOf(await trigger.change({ filters: { domain: 'notacme.com' } }))).toEqual([]);
			const shown = (await trigger.fetchTestEvent()) ?? [];
			expect(idsOf(shown.map(({ json }) => json))).toEqual(['other']);
			expect(service.requests.join()).not.toContain('domain');
		});
	},
);
