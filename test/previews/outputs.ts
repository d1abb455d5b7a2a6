import type { SimplifiedFields } from '../../nodes/AudiencePage/fields/simplify';
import { AUDIENCE_COLUMNS, SUMMARY_COLUMNS } from '../../nodes/AudiencePage/resources/analytics/rows';
import { ASSET_FIELDS } from '../../nodes/AudiencePage/resources/asset/getAll';
import { AUDIENCE_FIELDS } from '../../nodes/AudiencePage/resources/audience/fields';
import { PAGE_FIELDS } from '../../nodes/AudiencePage/resources/page/update';
import { complete, orNull, property, record, type PlainSchema } from './schema';

const STRING: PlainSchema = { type: 'string' };

/** A record that Simplify has made: every field is in it, null where the service gave none; a list is a text. */
function simplified(name: string, fields: SimplifiedFields): PlainSchema {
	const entries = Object.entries(fields).map(([field, path]) => {
		const schema = path.split('.').reduce(property, record(name));
		return [field, orNull(schema.type === 'array' ? STRING : schema)] as const;
	});
	return complete(Object.fromEntries(entries));
}

/** A row of analytics: every column is in it, null where the service gave none. */
function row(name: string, columns: string[]): PlainSchema {
	const figures = columns.map((column) => [column, orNull(property(record(name), column))] as const);
	return complete({
		pageId: STRING,
		startDate: orNull(STRING),
		endDate: orNull(STRING),
		...Object.fromEntries(figures),
	});
}

const person = record('Person');

/** What one item of the default output of an operation is, by resource and operation. */
export const OUTPUTS: Record<string, PlainSchema> = {
	'account.update': record('Account'),
	'accountLog.create': record('AccountLogCreated'),
	'accountLog.get': record('AccountLog'),
	'accountLog.getAll': record('AccountLog'),
	'analytics.getAudiences': row('AudienceAnalytics', AUDIENCE_COLUMNS),
	'analytics.getSummary': row('PageSummary', SUMMARY_COLUMNS),
	'asset.getAll': simplified('Asset', ASSET_FIELDS),
	'audience.create': simplified('Audience', AUDIENCE_FIELDS),
	'audience.getAll': simplified('Audience', AUDIENCE_FIELDS),
	'audienceMessage.getAll': record('Message'),
	'audienceMessage.restore': record('MessageRestored'),
	'page.getAll': record('PageSearchItem'),
	'page.update': simplified('Page', PAGE_FIELDS),
	'pageLink.getAll': record('PageLink'),
	'person.create': person,
	'person.getAll': person,
	'person.update': person,
	'person.upsert': {
		...person,
		required: ['outcome'],
		properties: { ...person.properties, outcome: STRING },
	},
	'personLog.getAll': record('PersonLog'),
	'topicEntry.getAll': record('TopicEntry'),
	'topicEntry.update': record('TopicEntry'),
};
