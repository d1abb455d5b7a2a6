import type { INodeParameters } from 'n8n-workflow';

import type { Ids } from '../cases/operationCase';
import { watched } from '../support/everyEvent';
import { runnable } from '../support/everyOperation';

/** A list with cursors. */
interface List {
	/** What the ID of its records is called. */
	id: string;
	resource: string;
	/** The event of a new record in it. */
	event: string;
	/** Which list it is. */
	of: INodeParameters;
}

/** No world has these records: a list is there for any ID. */
const IDS = {
	accountId: `account_${'a'.repeat(26)}`,
	pageId: 'page_1',
	personId: 'person_1',
	topicId: 'topic_1',
};

export const LISTS: List[] = runnable
	.filter(({ isPaged }) => isPaged)
	.map(({ idField, resource, itsCase }) => {
		const watching = watched.find(({ getMany }) => getMany.resource === resource);
		if (watching === undefined) throw new Error(`No event watches the list of ${resource}`);
		return { id: idField, resource, event: watching.event, of: itsCase.needs(IDS as Ids) };
	});
