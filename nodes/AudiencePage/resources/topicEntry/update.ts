import { options, updateFields } from '../../fields/collections';
import { topicEntryId, topicId } from '../../fields/ids';
import { numberInBody, path } from '../../fields/routing';
import { structured } from '../../fields/structured/inBody';
import { record, text } from '../../fields/structured/shape';
import { refuseEmptyUpdate } from '../../fields/update';
import { byPath, type Operation } from '../operation';

const content = record('Content', 'content', 'What the entry says', {
	is: 'record',
	members: [
		text('Content', 'content', 'The content itself', '', 4),
		text('Type', 'type', 'Type of the content, as the service gives it for one of the entries'),
	],
});

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update topic entry',
		description:
			'Change the content of a topic entry or its place in the topic; needs the IDs of topic and entry',
		routing: { request: { method: 'PATCH', url: path('/v0/topics/{topicId}/entries/{topicEntryId}') } },
	},
	fields: [
		topicId,
		topicEntryId,
		updateFields(
			structured(content),
			numberInBody({
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: Number.MAX_SAFE_INTEGER, numberPrecision: 0 },
				default: 0,
				description: 'Place of the entry in the topic, a whole number from 0',
			}),
		),
		options(),
	],
	afterFields: [refuseEmptyUpdate()],
	orderingKeys: byPath,
};
