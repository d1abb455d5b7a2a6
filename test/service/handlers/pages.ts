/** Pages, their audiences, and the conversations of these. */
import { pageOf } from '../paging';
import type { Audience, Fields, Page } from '../records';
import { timestampOf } from '../seed/time';
import {
	created,
	found,
	ok,
	pageOfFound,
	uncounted,
	type Handler,
	type PathParams,
	type Service,
} from './call';

/** Actions as the service answers them: with an id and their place. */
const numbered = (actions: Fields[], { newId }: Service): Fields[] =>
	actions.map((action, actionIndex) => ({
		...action,
		actionId: action.actionId ?? newId('action'),
		actionIndex,
	}));

/** A request cannot set the images, so what is there of them stays. */
function withImages(metadata: Fields, before: Fields = {}): Fields {
	const { ogImageUrl, ogImageFileId, twitterImageUrl, twitterImageFileId } = before;
	return { ...metadata, ogImageUrl, ogImageFileId, twitterImageUrl, twitterImageFileId };
}

/** An audience as the service answers it, with what follows from its own values and its page's. */
const shown = (audience: Audience, page: Page) => ({
	...audience,
	effectiveName: audience.customName ?? audience.computedName,
	effectiveMetadata: { ...page.metadata, ...audience.metadataOverride },
});

function audienceOf(params: PathParams, { store }: Service): { page: Page; audience: Audience } {
	const page = found(store.pages, 'page', params);
	return { page, audience: found(store.audiences.of(page.pageId), 'audience', params) };
}

export const pageHandlers = {
	updatePage: ({ params, body }, service) => {
		const { store, timestamp } = service;
		const page = found(store.pages, 'page', params);
		const { actions, metadata, ...rest } = body as Partial<Pick<Page, 'actions' | 'metadata'>>;
		Object.assign(page, rest, { updatedAt: timestamp() });
		if (actions !== undefined) page.actions = numbered(actions, service);
		if (metadata !== undefined) page.metadata = withImages(metadata, page.metadata);
		return ok({ ...page, audiencesCount: store.audiences.of(page.pageId).size });
	},

	searchPages: ({ query: { query, limit } }, service) => {
		const { pages, audiences } = service.store;
		const found = pageOfFound('pages', pages.all(), { query, limit }, service);
		const items = found.items.map(({ pageId, name, pageType }) => {
			return { audiencesCount: audiences.of(pageId).size, name, pageId, pageType };
		});
		// This search takes no cursor, so it gives none.
		return ok({ ...uncounted(found, service), nextCursor: null, items });
	},

	/** The interface shows no transitions: here `publish` publishes at once, all else is a draft. */
	createAudience: ({ params, body }, { store, newId, timestamp }) => {
		const page = found(store.pages, 'page', params);
		const audiences = store.audiences.of(page.pageId);
		const { publishBehavior, ...overrides } = body as Fields;
		const isPublished = publishBehavior === 'publish';
		const at = timestamp();
		const shared = {
			audienceId: newId('audience'),
			status: isPublished ? 'published' : 'draft',
			isNewPageAgent: true,
			createdAt: at,
		};
		const version = {
			...shared,
			...{ versionId: newId('version'), versionNumber: 1 },
			supplementaryContext: overrides.supplementaryContext,
			...(isPublished ? { publishedAt: at } : { becameDraftAt: at }),
		};
		const audience = audiences.add({
			...overrides,
			...shared,
			pageId: page.pageId,
			computedName: `${page.name}, audience ${audiences.size + 1}`,
			latestVersion: version,
			...(isPublished && { publishedVersion: version }),
		});
		return created(shown(audience, page));
	},

	listAudiences: ({ params, query }, { store, settings }) => {
		const page = found(store.pages, 'page', params);
		const { items, ...rest } = pageOf(store.audiences.of(page.pageId).all(), query, settings);
		return ok({ ...rest, items: items.map((audience) => shown(audience, page)) });
	},

	listAudienceMessages: ({ params }, service) => {
		const { page, audience } = audienceOf(params, service);
		const { audienceId } = audience;
		const messages = service.store.messages.of(audienceId).all();
		const metadata: Fields = { ...page.metadata, ...audience.metadataOverride };
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
				...{ audienceId, pageId: page.pageId, pageContext: page.pageContext },
				currentSupplementaryContext: audience.supplementaryContext,
				currentMetaTitle: metadata.title,
				currentMetaDescription: metadata.description,
				currentMetaKeywords: (metadata.keywords as string[] | undefined)?.join(', '),
			},
			pendingChanges: messages.flatMap(({ changes }) =>
				changes.filter(({ status }) => status === 'pending'),
			),
		});
	},

	restoreAudienceMessage: ({ params }, service) => {
		const { audience } = audienceOf(params, service);
		const messages = service.store.messages.of(audience.audienceId);
		const { messageId, hasSnapshot } = found(messages, 'message', params);
		return ok({ success: hasSnapshot, messageId });
	},
} satisfies Record<string, Handler>;
