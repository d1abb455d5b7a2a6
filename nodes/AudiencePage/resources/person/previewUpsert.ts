import type { IDataObject } from 'n8n-workflow';

import type { Preview } from '../../execution/runScope';
import type { Person } from './matching';
import type { Upserted } from './personUpdate';

const OUTCOMES: Record<Upserted['outcome'], string> = {
	created: 'wouldCreate',
	updated: 'wouldUpdate',
	unchanged: 'unchanged',
};

/**
 * Adds to the preview of an item of Create or Update what would be done, to whom, and each change.
 *
 * @param known the person who was found, if one was
 * @returns the person as a real run would leave them: a new one with an ID that stands for theirs
 */
export function previewUpsert(
	preview: Preview,
	item: number,
	known: Person | undefined,
	{ person, outcome }: Upserted,
): Person {
	const sent = Object.entries((preview.output.body ?? {}) as IDataObject);
	const changes = Object.fromEntries(
		sent.map(([field, value]) => [field, { from: known?.[field] ?? null, to: value }]),
	);
	const { name = null, email = null } = person;
	const who = { personId: known?.personId ?? null, name, email };
	preview.add({ outcome: OUTCOMES[outcome], ...who, changes });
	return known ? person : { ...person, personId: `new-person-of-item-${item}` };
}
