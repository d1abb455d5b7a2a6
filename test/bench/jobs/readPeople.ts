import { audiencePage, splitOut } from '../../n8n/harness/steps';
import { chain, httpRequest } from './flow';
import type { RunJob } from './job';

export const PAGE_SIZE = 100;

/** Reads all people, page by page; the service has as many as `records` says. */
export const readPeople = (records: number): RunJob => ({
	records,
	ourNode: chain(audiencePage({ resource: 'person', operation: 'getAll', returnAll: true, filters: {} })),
	httpRequest: (baseUrl) =>
		chain(
			httpRequest({
				method: 'GET',
				url: `${baseUrl}/v0/persons/search`,
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'limit', value: String(PAGE_SIZE) }] },
				options: {
					pagination: {
						pagination: {
							paginationMode: 'updateAParameterInEachRequest',
							parameters: {
								parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.nextCursor }}' }],
							},
							paginationCompleteWhen: 'other',
							completeExpression: '={{ !$response.body.hasMore }}',
						},
					},
				},
			}),
			splitOut('Persons', 'items'),
		),
});
