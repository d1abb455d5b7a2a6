import { found } from '../answers';
import type { Audience, Page } from '../records';
import { timestampOf } from '../seed/time';
import { ok, type Handler, type PathParams, type Service } from './call';

function audienceOf(params: PathParams, { store }: Service): { page: Page; audience: Audience } {
	const page = found(store.pages.get(params.page_id), 'page', params.page_id);
	const audience = store.audiences.of(page.pageId).get(params.audience_id);
	return { page, audience: found(audience, 'audience', params.audience_id) };
}

const listAudienceMessages: Handler = ({ params }, service) => {
	const { page, audience } = audienceOf(params, service);
	const { audienceId } = audience;
	const messages = service.store.messages.of(audienceId).all();
	const metadata = { ...page.metadata, ...audience.metadataOverride };
	const latest = messages.at(-1);
	const snapshot = messages.filter((message) => message.hasSnapshot).at(-1);
	return ok({
		conversation: {
			conversationId: audienceId.replace('audience', 'conversation'),
			audienceId,
			publishedMessageId: audience.publishedVersion && snapshot?.messageId,
			createdAt: audience.createdAt,
			updatedAt: latest === undefined ? audience.createdAt : timestampOf(latest.timestamp),
		},
		messages,
		context: {
			audienceId,
			pageId: page.pageId,
			currentSupplementaryContext: audience.supplementaryContext,
			currentMetaTitle: metadata.title,
			currentMetaDescription: metadata.description,
			currentMetaKeywords: (metadata.keywords as string[] | undefined)?.join(', '),
			pageContext: page.pageContext,
		},
		pendingChanges: messages.flatMap(({ changes }) => changes.filter(({ status }) => status === 'pending')),
	});
};

const restoreAudienceMessage: Handler = ({ params }, service) => {
	const { audience } = audienceOf(params, service);
	const message = service.store.messages.of(audience.audienceId).get(params.message_id);
	const { messageId, hasSnapshot } = found(message, 'message', params.message_id);
	return ok({ success: hasSnapshot, messageId });
};

export const messageHandlers = { listAudienceMessages, restoreAudienceMessage };
