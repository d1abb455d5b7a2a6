import { AUDIENCE_FIELDS } from '../../../../../nodes/AudiencePage/resources/audience/operations';
import type { OperationCase } from '../../../../cases/operationCase';
import { simplified } from '../../../../previews/schema';
import { byId } from '../../../../support/locators';

export default {
	calls: ['createAudience', 'listAudiences'],
	needs: ({ pageId }) => ({ pageId: byId(pageId) }),
	ways: () => [
		{
			title: 'with fields and metadata',
			parameters: {
				additionalFields: {
					actionUrlOverride: 'https://acme.com/?a=1#b',
					customName: '={{ "Acme" }}',
					publishBehavior: 'publish',
					supplementaryContext: 'ä 漢 😀',
					metadataOverride: { title: '={{ "Acme" }}', keywords: 'a, b', ogUrl: '' },
				},
			},
		},
	],
	itemLinks: [{ parameters: { pageId: byId('={{ $json.otherPageId }}') } }],
	output: simplified('Audience', AUDIENCE_FIELDS),
} satisfies OperationCase;
