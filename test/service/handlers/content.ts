/** Assets in the trash, page links and topic entries. */
import { pageOf } from '../paging';
import { found, ok, pageOfFound, type Handler, type PathParams } from './call';
import type { Store } from '../store';

function entriesOf(params: PathParams, { topicIds, topicEntries }: Store) {
	const topics = new Map(topicIds.map((id) => [id, id]));
	return topicEntries.of(found(topics, 'topic', params));
}

export const contentHandlers = {
	listTrashedAssets: ({ query }, service) => {
		const assets = service.store.assets.all();
		const isAsked = ({ trashedAt, data: { type } }: (typeof assets)[number]) =>
			trashedAt !== undefined && type === (query.assetType ?? type);
		return ok(pageOfFound('assets', assets.filter(isAsked), query, service));
	},

	listPageLinks: ({ query }, { store, settings }) => {
		const { pageId, path, tenantDomainId = store.tenantDomainIds.fallback } = query;
		const links = store.pageLinks.all().filter((link) => {
			if (link.tenantDomainId !== tenantDomainId) return false;
			if (path !== undefined && link.path !== path) return false;
			return (
				pageId === undefined || store.audiences.of(pageId).get(link.target.audienceId) !== undefined
			);
		});
		return ok(pageOf(links, query, settings));
	},

	listTopicEntries: ({ params, query }, { store, settings }) => {
		const entries = [...entriesOf(params, store).all()].sort((a, b) => a.sortOrder - b.sortOrder);
		return ok(pageOf(entries, query, settings));
	},

	updateTopicEntry: ({ params, body }, { store, timestamp }) => {
		const entry = found(entriesOf(params, store), 'topic_entry', params);
		return ok(Object.assign(entry, body, { updatedAt: timestamp() }));
	},
} satisfies Record<string, Handler>;
