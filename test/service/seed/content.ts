/** Seeded assets, page links and topic entries. */
import { cycle, idsFrom } from '../random';
import type { Audience } from '../records';
import { companyName, slugOf } from './names';
import { timestamp } from './time';

const ASSET_TYPES = ['image', 'logo', 'icon', 'video', 'custom-component'];

/** Assets, all of them in the trash. */
export function seedAssets(count: number) {
	const { id } = idsFrom('assets');
	const tenantId = id('tenant', 0);
	return Array.from({ length: count }, (_, n) => {
		const type = cycle(ASSET_TYPES, n);
		const company = companyName(n);
		const fileId = id('file', n);
		return {
			...{ assetId: id('asset', n), tenantId, name: `${company} ${type}`, data: { type, fileId } },
			...{
				purpose: n % 2 === 0 ? 'hero' : 'footer',
				tags: [type, slugOf(company)],
				hidden: n % 6 === 5,
			},
			aiDescription: `The ${type} that ${company} used last year`,
			createdAt: timestamp(n),
			updatedAt: timestamp(n + 1),
			// Undefined once it is restored.
			trashedAt: timestamp(n + 2) as string | undefined,
			lifecycleState: 'trashed',
			downloadUrl: `https://files.example/${fileId}`,
			previewDownloadUrl: `https://files.example/${fileId}/preview`,
		};
	});
}

/** The two that page links are spread over. */
export function tenantDomainIdsOf(): { fallback: string; custom: string } {
	const { id } = idsFrom('tenant domains');
	return { fallback: id('tenant_domain', 0), custom: id('tenant_domain', 1) };
}

/** Links to these audiences, in turns: two on the fallback subdomain, one on the custom domain. */
export function seedPageLinks(
	count: number,
	audiences: readonly Audience[],
	{ fallback, custom }: { fallback: string; custom: string },
) {
	if (audiences.length === 0) return [];
	const { id } = idsFrom('page links');
	return Array.from({ length: count }, (_, n) => {
		const { audienceId, personRouteKey } = cycle(audiences, n);
		return {
			pageLinkId: id('page_link', n),
			tenantDomainId: n % 3 === 2 ? custom : fallback,
			path: `/${personRouteKey ?? 'visitors'}-${n + 1}`,
			target: { targetType: 'audience', audienceId },
			createdAt: timestamp(n),
			updatedAt: timestamp(n),
		};
	});
}

/** The service has no records of topics: an ID is all there is of one. */
export function topicIdsOf(count: number): string[] {
	const { id } = idsFrom('topics');
	return Array.from({ length: count }, (_, n) => id('topic', n));
}

/** The entries of a topic, in the order of their `sortOrder`. */
export function seedTopicEntries(topicId: string, count: number) {
	const { id } = idsFrom(`${topicId} entries`, topicId.slice(-6));
	return Array.from({ length: count }, (_, n) => ({
		topicEntryId: id('topic_entry', n),
		topicId,
		sortOrder: n,
		content: { type: 'markdown', content: `## Question ${n + 1}\n\nAnswer ${n + 1}.` },
		createdAt: timestamp(n),
		updatedAt: timestamp(n),
	}));
}
