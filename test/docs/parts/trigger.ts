/** What starts a workflow, from the trigger's description. */
import { eventCases } from '../../cases';
import { events, type DescribedEvent } from '../../support/description';
import { markdownTable } from '../../support/table';
import { endpointOf } from '../../support/endpoints';
import type { LinkTo, Parts } from '../markers';
import { pageOf } from '../places';

/** What the trigger keeps of each record that it has delivered. */
export function remembers({ event }: DescribedEvent): string {
	const changes = eventCases[event]?.compares?.map((field) => `\`${field}\``);
	return changes === undefined ? 'its ID' : `its ID and a fingerprint of ${changes.join(', ')}`;
}

function triggerTable(linkTo: LinkTo): string {
	const rows = events.map((described) => {
		const { name, description = '' } = described.option;
		const anchor = name.toLowerCase().replaceAll(' ', '-');
		return [
			`[${name}](${linkTo(pageOf('trigger'))}#${anchor})`,
			description.replace(/\.$/, ''),
			`\`${endpointOf(described.option)}\``,
			remembers(described),
		];
	});
	return markdownTable([
		['Event', 'What starts the workflow', 'List it reads', 'Remembers of each record'],
		...rows,
	]);
}

export const triggerParts: Parts = { trigger: triggerTable };
