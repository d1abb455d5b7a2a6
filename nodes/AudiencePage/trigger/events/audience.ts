import type { INodeProperties } from 'n8n-workflow';

import { knownOptions } from '../../fields/choice';
import type { FieldContext } from '../../fields/fieldError';
import { listRouting } from '../../fields/list';
import { fieldOptions, sameNamed, simplified } from '../../fields/outputFields';
import { names } from '../../resources/records';
import { pageOrAll, watchPages } from '../allPages';
import { markOf } from '../deliveredRecords';
import { DELAY_OF_CHANGES, DELAY_OF_NEW, type Event } from '../event';
import type { RecordChange, WatchSpec } from '../watch';

const AUDIENCE = {
	noun: 'audience',
	idField: 'audienceId',
	whereToCreate: 'add one with Audience > Create',
};
const AUDIENCES = '/v0/pages/{pageId}/audiences';

/** What Simplify leaves of an audience beside what an event is about. */
const FIELDS = names(
	'audienceId pageId pageName personId personRouteKey effectiveName status createdAt',
);
export const NEW_AUDIENCE_FIELDS = sameNamed(
	...FIELDS,
	...names('supplementaryContext actionUrlOverride'),
);

export const audienceCreated: Event = {
	name: 'Audience Created',
	value: 'audienceCreated',
	description: `An audience is added to the page, or to any page. ${DELAY_OF_NEW} (see Page).`,
	routing: listRouting(AUDIENCES, simplified(NEW_AUDIENCE_FIELDS, watchPages(AUDIENCE))),
	listOf: [pageOrAll],
	isSimplified: true,
};

/** All states of an audience (service interface, section 3). */
const STATUSES = ['archived', 'cancelled', 'draft', 'pending', 'processing', 'published', 'queued'];

const statusField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	default: [],
	description,
	options: fieldOptions(STATUSES),
});

const newStatus = statusField(
	'New Status',
	'newStatus',
	'The statuses that start the workflow when an audience gets one of them. If empty, all of them do.',
);

const oldStatus = statusField(
	'Old Status',
	'oldStatus',
	'An audience must have had one of these statuses when it was last read. If empty, the status before does not matter. After a restart of n8n, its status at the last delivery counts.',
);

const chosenStatuses = (context: FieldContext, field: INodeProperties): unknown[] =>
	knownOptions(context, field, context.getNodeParameter(field.name, []), STATUSES);

/** When the audience was last read; null if that is not known, or the audience is new. */
const previousStatus = ({ before }: RecordChange): string | null =>
	STATUSES.find((status) => markOf(status) === before) ?? null;

export const STATUS_CHANGE_FIELDS = sameNamed('from', 'to', ...FIELDS);

/** The records and the changes that start the workflow; without `changeFilter`, all changes do. */
const watchStatus = (filters: Pick<WatchSpec, 'recordFilter' | 'changeFilter'>) => {
	const spec: WatchSpec = {
		...AUDIENCE,
		...filters,
		watchedFields: () => ['status'],
		toOutput: (change) => ({
			from: previousStatus(change),
			to: change.record.status ?? null,
			...change.record,
		}),
	};
	return listRouting(AUDIENCES, simplified(STATUS_CHANGE_FIELDS, watchPages(spec)));
};

export const audiencePublished: Event = {
	name: 'Audience Published',
	value: 'audiencePublished',
	description: `An audience is published, or is new and published. ${DELAY_OF_CHANGES} (see Page).`,
	routing: watchStatus({ recordFilter: () => (audience) => audience.status === 'published' }),
	listOf: [pageOrAll],
	isSimplified: true,
};

export const audienceStatusChanged: Event = {
	name: 'Audience Status Changed',
	value: 'audienceStatusChanged',
	description: `An audience gets another status, or is new. ${DELAY_OF_CHANGES} (see Page).`,
	routing: watchStatus({
		recordFilter(context) {
			const chosen = chosenStatuses(context, newStatus);
			return chosen.length === 0 ? undefined : ({ status }) => chosen.includes(status);
		},
		changeFilter(context) {
			const chosen = chosenStatuses(context, oldStatus);
			return (change) => chosen.length === 0 || chosen.includes(previousStatus(change));
		},
	}),
	listOf: [pageOrAll],
	changes: [newStatus, oldStatus],
	isSimplified: true,
};
