import { AUDIENCE_FIELDS } from '../../../../../nodes/AudiencePage/resources/audience';
import type { OperationCase } from '../../../../cases/operationCase';
import { simplified } from '../../../../previews/schema';
import { byId } from '../../../../support/locators';
import { always } from '../../properties/special';

export default {
	calls: ['createAudience', 'listAudiences'],
	needs: ({ pageId }) => ({ pageId: byId(pageId) }),
	ways: () => [
		{
			title: 'with fields and metadata',
			parameters: {
				additionalFields: {
					...{ actionUrlOverride: 'https://acme.com/?a=1#b', customName: '={{ "Acme" }}' },
					...{ publishBehavior: 'publish', supplementaryContext: 'ä 漢 😀' },
					metadataOverride: { title: '={{ "Acme" }}', keywords: 'a, b', ogUrl: '' },
				},
			},
		},
	],
	itemLinks: [{ parameters: { pageId: byId('={{ $json.otherPageId }}') } }],
	output: simplified('Audience', AUDIENCE_FIELDS),
	specialFields: [always('options.ifNameExists', 'createAnother')],
	formRules: [
		// A name that is mapped and says nothing is refused.
		(givens) =>
			givens
				.filter(
					({ parameter, byExpression }) =>
						parameter === 'additionalFields.customName' && byExpression,
				)
				.filter(
					({ meant = '' }) =>
						typeof meant !== 'object' && !/[^\s\p{P}]/u.test(String(meant as string)),
				)
				.map(({ parameter }) => parameter),
	],
	marked: (mark, { pageId }) => ({ pageId: byId(pageId), additionalFields: { customName: mark } }),
} satisfies OperationCase;
