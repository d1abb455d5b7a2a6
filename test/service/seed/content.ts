/** Seeded assets, page links and topic entries. */
import { cycle, makeId, randomFrom, serialOf } from '../random';
import type { Audience } from '../records';
import { companyName, slugOf } from './names';
import { timestamp } from './time';

const ASSET_TYPES = ['image', 'logo', 'icon', 'video', 'custom-component'];

/** Assets, all of them in the trash. */
export function seedAssets(seed: number, count: number) {
	const random = randomFrom(`${seed} assets`);
	const tenantId = makeId('tenant', random, serialOf(0));
	return Array.from({ length: count }, (_, n) => {
		const type = cycle(ASSET_TYPES, n);
		const company = companyName(n);
		const fileId = makeId('file', random, serialOf(n));
		return {
			assetId: makeId('asset', random, serialOf(n)),
			tenantId,
			name: `${company} ${type}`,
			purpose: n % 2 === 0 ? 'hero' : 'footer',
			tags: [type, slugOf(company)],
			aiDescription: `The ${type} that ${company} used last year`,
			hidden: n % 6 === 5,
			data: { type, fileId },
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
export function seedTenantDomainIds(seed: number): { fallback: string; custom: string } {
	const random = randomFrom(`${seed} tenant domains`);
	return {
		fallback: makeId('tenant_domain', random, serialOf(0)),
		custom: makeId('tenant_domain', random, serialOf(1)),
	};
}

/** Links to these audiences, in turns: two on the fallback subdomain, one on the custom domain. */
export function seedPageLinks(
	seed: number,
	count: number,
	audiences: readonly Audience[],
	{ fallback, custom }: { fallback: string; custom: string },
) {
	if (audiences.length === 0) return [];
	const random = randomFrom(`${seed} page links`);
	return Array.from({ length: count }, (_, n) => {
		const { audienceId, personRouteKey } = cycle(audiences, n);
		return {
			pageLinkId: makeId('page_link', random, serialOf(n)),
			tenantDomainId: n % 3 === 2 ? custom : fallback,
			path: `/${personRouteKey ?? 'visitors'}-${n + 1}`,
			target: { targetType: 'audience', audienceId },
			createdAt: timestamp(n),
			updatedAt: timestamp(n),
		};
	});
}

/** The service has no records of topics: an ID is all there is of one. */
export function seedTopicIds(seed: number, count: number): string[] {
	const random = randomFrom(`${seed} topics`);
	return Array.from({ length: count }, (_, n) => makeId('topic', random, serialOf(n)));
}

/** The entries of a topic, in the order of their `sortOrder`. */
export function seedTopicEntries(seed: number, topicId: string, count: number) {
	const random = randomFrom(`${seed} ${topicId} entries`);
	return Array.from({ length: count }, (_, n) => ({
		topicEntryId: makeId('topic_entry', random, topicId.slice(-6) + serialOf(n)),
		topicId,
		sortOrder: n,
		content: { type: 'markdown', content: `## Question ${n + 1}\n\nAnswer ${n + 1}.` },
		createdAt: timestamp(n),
		updatedAt: timestamp(n),
	}));
}
