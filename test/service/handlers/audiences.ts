import { found } from '../answers';
import { pageOf } from '../paging';
import type { Audience, Fields, Page } from '../records';
import { created, ok, type Handler, type Service } from './call';

interface AudienceCreate extends Fields {
	publishBehavior?: 'draft' | 'publish';
}

/** An audience as the service answers it, with what follows from its own values and its page's. */
const shown = (audience: Audience, page: Page) => ({
	...audience,
	effectiveName: audience.customName ?? audience.computedName,
	effectiveMetadata: { ...page.metadata, ...audience.metadataOverride },
});

/** The interface shows no transitions: here `publish` publishes at once, all else is a draft. */
function firstVersion(
	audienceId: string,
	{ publishBehavior, supplementaryContext }: AudienceCreate,
	{ newId, timestamp }: Service,
): Fields {
	const at = timestamp();
	const published = publishBehavior === 'publish';
	return {
		versionId: newId('version'),
		versionNumber: 1,
		audienceId,
		status: published ? 'published' : 'draft',
		isNewPageAgent: true,
		supplementaryContext,
		createdAt: at,
		...(published ? { publishedAt: at } : { becameDraftAt: at }),
	};
}

const createAudience: Handler = ({ params, body }, service) => {
	const { store, newId, timestamp } = service;
	const page = found(store.pages.get(params.page_id), 'page', params.page_id);
	const audiences = store.audiences.of(page.pageId);
	const input = body as AudienceCreate;
	const { publishBehavior, ...overrides } = input;
	const audienceId = newId('audience');
	const version = firstVersion(audienceId, input, service);
	const audience = audiences.add({
		...overrides,
		audienceId,
		pageId: page.pageId,
		computedName: `${page.name}, audience ${audiences.size + 1}`,
		status: publishBehavior === 'publish' ? 'published' : 'draft',
		isNewPageAgent: true,
		latestVersion: version,
		...(publishBehavior === 'publish' ? { publishedVersion: version } : {}),
		createdAt: timestamp(),
	});
	return created(shown(audience, page));
};

const listAudiences: Handler = ({ params, query }, { store, settings }) => {
	const page = found(store.pages.get(params.page_id), 'page', params.page_id);
	const { items, ...rest } = pageOf(store.audiences.of(page.pageId).all(), query, settings);
	return ok({ ...rest, items: items.map((audience) => shown(audience, page)) });
};

export const audienceHandlers = { createAudience, listAudiences };
