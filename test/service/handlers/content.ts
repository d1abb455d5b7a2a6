/** Assets in the trash, page links and topic entries. */
import { found } from '../answers';
import { pageOf } from '../paging';
import type { TopicEntry } from '../records';
import { search, SEARCHED } from '../search';
import type { Collection, Store } from '../store';
import { ok, type Handler, type PathParams } from './call';

const listTrashedAssets: Handler = ({ query }, { store, settings, now }) => {
	const trashed = store.assets
		.all()
		.filter(({ trashedAt, data }) => trashedAt !== undefined && data.type === (query.assetType ?? data.type));
	return ok(pageOf(search(trashed, query.query, SEARCHED.assets, settings, now()), query, settings));
};

const listPageLinks: Handler = ({ query }, { store, settings }) => {
	const tenantDomainId = query.tenantDomainId ?? store.tenantDomainIds.fallback;
	const { pageId, path } = query;
	const links = store.pageLinks.all().filter((link) => {
		const { audienceId } = link.target;
		if (link.tenantDomainId !== tenantDomainId) return false;
		if (path !== undefined && link.path !== path) return false;
		return pageId === undefined || store.audiences.of(pageId).get(audienceId) !== undefined;
	});
	return ok(pageOf(links, query, settings));
};

function entriesOf({ topic_id }: PathParams, { topicIds, topicEntries }: Store): Collection<TopicEntry> {
	const topicId = topicIds.find((id) => id === topic_id);
	return topicEntries.of(found(topicId, 'topic', topic_id));
}

const listTopicEntries: Handler = ({ params, query }, { store, settings }) => {
	const entries = entriesOf(params, store).all();
	const ordered = [...entries].sort((a, b) => a.sortOrder - b.sortOrder);
	return ok(pageOf(ordered, query, settings));
};

const updateTopicEntry: Handler = ({ params, body }, { store, timestamp }) => {
	const entries = entriesOf(params, store);
	const entry = found(entries.get(params.topic_entry_id), 'topic entry', params.topic_entry_id);
	return ok(Object.assign(entry, body, { updatedAt: timestamp() }));
};

export const contentHandlers = { listTrashedAssets, listPageLinks, listTopicEntries, updateTopicEntry };
