/** The document's request bodies: what the interface does not list is refused, but in a payload. */
import { judgeBody } from './judge';

const LOG = { source: 'crm', type: 'deal-won', payload: {} };

describe('request bodies are closed, at every depth', () => {
	const unknown = { unknown: 1 };

	it.each([
		['updatePage', { metadata: unknown }],
		['updatePage', { metadata: { ogImageUrl: 'x' } }],
		['updatePage', { metadata: { ogImageFileId: 'x' } }],
		['updatePage', { metadata: { twitterImageUrl: 'x' } }],
		['updatePage', { metadata: { twitterImageFileId: 'x' } }],
		['updatePage', { actions: [unknown] }],
		['updatePage', { actions: [{ actionIndex: 0 }] }],
		['updatePage', { actionCardWidgets: [unknown] }],
		['updatePage', { actionCardWidgets: [{ logos: [unknown] }] }],
		['updatePage', { actionCardWidgets: [{ logos: [{ image: unknown }] }] }],
		['updatePage', { footerLinks: [unknown] }],
		['updatePage', { footerLinks: [{ links: [unknown] }] }],
		['updatePage', { scripts: [unknown] }],
		['createAudience', { metadataOverride: unknown }],
		['createAudience', { metadataOverride: { ogImageUrl: 'x' } }],
		['createPerson', { name: 'Ada', slug: 'x' }],
		['updatePerson', { slug: 'x' }],
		['updateTopicEntry', { content: unknown }],
		['restoreAudienceMessage', { messageId: 'x' }],
	])('%s refuses %j', (operationId, body) => {
		expect(judgeBody(operationId)(body)).toHaveLength(1);
	});

	it('but a payload is free', () => {
		const payload = JSON.parse('{"__proto__": {"a": 1}, "a.b": [[]], "": null}') as object;
		expect(judgeBody('createAccountLog')({ ...LOG, payload })).toEqual([]);
	});

	it('and an own __proto__ beside it is not', () => {
		const body = JSON.parse('{"name": "Ada", "__proto__": {}}') as object;
		expect(judgeBody('createPerson')(body)).toEqual([expect.stringContaining('__proto__')]);
	});

	it('takes a page with everything the interface lists', () => {
		const page = {
			actions: [{ purpose: 'a', buttonTitle: 'b', actionType: 'c', url: 'd', actionId: 'e' }],
			actionCardWidgets: [
				{
					type: 'a',
					title: 'b',
					logos: [{ image: { altText: 'c', url: 'd', fileId: 'e', assetId: 'f' } }],
				},
			],
			brandId: 'a',
			footerLinks: [{ id: 'a', title: 'b', links: [{ id: 'c', text: 'd', url: 'e' }] }],
			headerActionId: 'a',
			metadata: { title: 'a', keywords: ['b'], robots: ['index'], themeColor: '#fff' },
			name: 'a',
			pageContext: 'b',
			pageType: 'custom',
			scripts: [{ content: 'a', enabled: false, injectionPoint: 'head', name: 'b', description: 'c' }],
		};
		expect(judgeBody('updatePage')(page)).toEqual([]);
	});
});
