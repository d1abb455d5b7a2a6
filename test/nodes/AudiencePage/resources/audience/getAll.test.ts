import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 3, audiences: 4 } });

const aPageId = () => nth(sandbox().store.pages.all()).pageId;

const getAll = async (parameters: INodeParameters = {}) =>
	await runNode(sandbox(), {
		resource: 'audience',
		operation: 'getAll',
		pageId: byId(aPageId()),
		...parameters,
	});

describe('Audience > Get Many', () => {
	test('reads the audiences of the page, simplified: ten fields, what is missing as null', async () => {
		const { items } = await getAll();
		const audiences = sandbox().store.audiences.of(aPageId()).all();

		expect(calls(sandbox())).toEqual([`GET /v0/pages/${aPageId()}/audiences`]);
		expect(queries(sandbox())).toEqual(['limit=50']);
		expect(items).toEqual(
			audiences.map((audience) => ({
				json: {
					audienceId: audience.audienceId,
					pageId: aPageId(),
					personId: audience.personId ?? null,
					personRouteKey: audience.personRouteKey ?? null,
					effectiveName: audience.customName ?? audience.computedName,
					customName: audience.customName ?? null,
					status: audience.status,
					supplementaryContext: audience.supplementaryContext,
					actionUrlOverride: null,
					createdAt: audience.createdAt,
				},
				pairedItem: { item: 0 },
			})),
		);
		expect(items).toHaveLength(4);
	});

	test('gives the audiences as the service has them with Simplify off', async () => {
		const { json } = await getAll({ simplify: false });
		const audiences = sandbox().store.audiences.of(aPageId()).all();
		expect(json).toEqual(
			audiences.map((audience) => expect.objectContaining({ ...audience }) as Record<string, unknown>),
		);
		expect(json[0]).toHaveProperty('effectiveMetadata.title');
	});
});
