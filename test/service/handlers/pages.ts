import { found } from '../answers';
import { pageOfSearch } from '../paging';
import type { Fields, Page } from '../records';
import { search, SEARCHED } from '../search';
import { ok, type Handler, type Service } from './call';

type PageUpdate = Partial<Pick<Page, 'actions' | 'metadata'>>;

/** Actions as the service answers them: with an id and their place. */
function numbered(actions: Fields[], { newId }: Service): Fields[] {
	return actions.map((action, actionIndex) => ({
		...action,
		actionId: action.actionId ?? newId('action'),
		actionIndex,
	}));
}

/** A request cannot set the images, so what is there of them stays. */
function withImages(metadata: Fields, before: Fields = {}): Fields {
	const { ogImageUrl, ogImageFileId, twitterImageUrl, twitterImageFileId } = before;
	return { ...metadata, ogImageUrl, ogImageFileId, twitterImageUrl, twitterImageFileId };
}

const updatePage: Handler = ({ params, body }, service) => {
	const { store, timestamp } = service;
	const page = found(store.pages.get(params.page_id), 'page', params.page_id);
	const { actions, metadata, ...rest } = body as PageUpdate;
	Object.assign(page, rest, { updatedAt: timestamp() });
	if (actions !== undefined) page.actions = numbered(actions, service);
	if (metadata !== undefined) page.metadata = withImages(metadata, page.metadata);
	return ok({ ...page, audiencesCount: store.audiences.of(page.pageId).size });
};

const searchPages: Handler = ({ query }, { store, settings, now }) => {
	const pages = search(store.pages.all(), query.query, SEARCHED.pages, settings, now());
	// This search takes no cursor, so it gives none.
	const { items, ...rest } = { ...pageOfSearch(pages, { limit: query.limit }, settings), nextCursor: null };
	return ok({
		...rest,
		items: items.map(({ pageId, name, pageType }) => ({
			audiencesCount: store.audiences.of(pageId).size,
			name,
			pageId,
			pageType,
		})),
	});
};

export const pageHandlers = { updatePage, searchPages };
