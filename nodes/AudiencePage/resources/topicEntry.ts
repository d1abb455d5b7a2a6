import { updateFields } from '../fields/collections';
import { topicId, topicEntryId } from '../fields/ids';
import { integerInBody } from '../fields/integerField';
import { listFields, listRouting, paginated } from '../fields/list';
import { requestRouting } from '../fields/routing';
import { objectField, structured, longText, text } from '../fields/structured';
import { FILL_IN_ALL, refuseEmptyUpdate } from '../fields/update';
import { byPath, describeResource, type Operation } from './operation';
import { TOPIC_ENTRY } from './records';

const getTopicEntries: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many topic entries',
		description: 'Get the entries of a topic',
		routing: listRouting('/v0/topics/{topicId}/entries', paginated(TOPIC_ENTRY)),
	},
	fields: [topicId, ...listFields],
	record: TOPIC_ENTRY,
};

const CONTENT_FIELDS = [
	longText(4, 'Content', 'content', 'Text of the content', 'Support answers within a day'),
	text('Type', 'type', 'Type of the content, as the service returns it for existing entries'),
];

const content = objectField(
	'Content',
	'content',
	`Content of the entry. ${FILL_IN_ALL}`,
	CONTENT_FIELDS,
);

const updateTopicEntry: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update topic entry',
		description: 'Update the content of a topic entry or its place in the topic',
		routing: requestRouting('PATCH', '/v0/topics/{topicId}/entries/{topicEntryId}'),
	},
	fields: [
		topicId,
		topicEntryId,
		updateFields(
			structured({ field: content }, 'set its fields'),
			integerInBody({
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: Number.MAX_SAFE_INTEGER, numberPrecision: 0 },
				default: 0,
				description: 'Place of the entry in the topic, starting at 0',
			}),
		),
	],
	record: TOPIC_ENTRY,
	afterFields: [refuseEmptyUpdate()],
	orderingKeys: byPath,
};

export const topicEntryResource = describeResource(
	'topicEntry',
	'Topic Entry',
	'A piece of content in a topic: list and update entries',
	[getTopicEntries, updateTopicEntry],
);
