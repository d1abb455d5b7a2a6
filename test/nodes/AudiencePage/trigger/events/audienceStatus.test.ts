import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../../../support/locators';
import { withAnswers } from '../../../../support/services';
import { Trigger } from '../../../../support/Trigger';
import { watching } from './watching';

test('Audience Published: only what is published starts it, with the status before', async () => {
	const before = [{ status: 'draft' }, { status: 'draft' }, { status: 'published' }];
	const to = [{ status: 'published' }, { status: 'queued' }, { status: 'archived' }];
	await watching('audiencePublished', before, {}, async (become) => {
		expect(await become(...to)).toMatchObject([
			{ from: 'draft', to: 'published', audienceId: 'id 0' },
		]);
	});
});

describe('Audience Status Changed', () => {
	test('gives the status before and after, if they are known, and then the record', async () => {
		const before = [{ status: 'draft' }, { status: null }];
		await watching('audienceStatusChanged', before, {}, async (become) => {
			expect(await become({ status: 'frozen' }, { status: 'draft' })).toEqual([
				{ from: 'draft', to: 'frozen', audienceId: 'id 0', status: 'frozen', pageName: null },
				{ from: null, to: 'draft', audienceId: 'id 1', status: 'draft', pageName: null },
			]);
		});
	});

	test.each<[INodeParameters, string[]]>([
		[{ newStatus: ['published', 'archived'] }, ['draft to published', 'queued to archived']],
		[{ oldStatus: 'draft, pending' }, ['draft to published', 'draft to queued']],
		[{ newStatus: ['published'], oldStatus: ['queued'] }, []],
	])('%j: only those changes start it', async (chosen, expected) => {
		const before = [{ status: 'draft' }, { status: 'draft' }, { status: 'queued' }];
		const to = [{ status: 'published' }, { status: 'queued' }, { status: 'archived' }];
		await watching('audienceStatusChanged', before, chosen, async (become) => {
			const told = await become(...to);
			expect(told.map(({ from, to }) => `${from as string} to ${to as string}`)).toEqual(expected);
			expect(await become()).toEqual([]);
		});
	});

	test('gives them before eight fields of the record, if it is simplified', async () => {
		await withAnswers([{ body: { items: [{ audienceId: 'a1' }] } }], async (service) => {
			const parameters = {
				event: 'audienceStatusChanged',
				pageId: byId('p1'),
				startFrom: 'everything',
			};
			const [audience = {}] = await new Trigger(service, parameters).activate();
			expect(Object.keys(audience)).toEqual([
				...['from', 'to', 'audienceId', 'pageId', 'pageName', 'personId', 'personRouteKey'],
				...['effectiveName', 'status', 'createdAt'],
			]);
		});
	});
});
