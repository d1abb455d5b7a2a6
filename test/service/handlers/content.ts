/** Assets in the trash, page links and topic entries. */
import { found } from '../answers';
import { pageOf } from '../paging';
import type { TopicEntry } from '../records';
import { assetTexts, search } from '../search';
import { ok, type Handler } from './call';

const listTrashedAssets: Handler = ({ query }, { store, settings, now }) => {
	const trashed = store.assets
		.all()
		.filter(({ trashedAt, data }) => trashedAt !== undefined && data.type === (query.assetType ?? data.type));
	return ok(pageOf(search(trashed, query.query, assetTexts, settings, now()), query, settings));
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

const listTopicEntries: Handler = ({ params, query }, { store, settings }) => {
	const topicId = found(
		store.topicIds.find((id) => id === params.topic_id),
		'topic',
		params.topic_id,
	);
	const entries = store.topicEntries.of(topicId).all();
	const ordered = [...entries].sort((a, b) => a.sortOrder - b.sortOrder);
	return ok(pageOf(ordered, query, settings));
};

const updateTopicEntry: Handler = ({ params, body }, { store, timestamp }) => {
	const entries = store.topicEntries.of(params.topic_id);
	const entry = found(entries.get(params.topic_entry_id), 'topic entry', params.topic_entry_id);
	const changes = body as Partial<Pick<TopicEntry, 'content' | 'sortOrder'>>;
	return ok(Object.assign(entry, changes, { updatedAt: timestamp() }));
};

export const contentHandlers = { listTrashedAssets, listPageLinks, listTopicEntries, updateTopicEntry };
