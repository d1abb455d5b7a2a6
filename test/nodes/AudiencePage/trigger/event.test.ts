import { describeEvents, type Event } from '../../../../nodes/AudiencePage/trigger/event';
import {
	audienceCreated,
	audienceStatusChanged,
} from '../../../../nodes/AudiencePage/trigger/events/audience';

const fieldsOfPage = (...events: Event[]) =>
	describeEvents(events, audienceCreated)
		.filter(({ name }) => name === 'pageId')
		.map(({ hint, displayOptions }) => [hint, displayOptions?.show?.event]);

const [page] = audienceCreated.listOf ?? [];
const other = { ...audienceStatusChanged, listOf: [{ ...page!, hint: 'Of one page only' }] };

test('events share a field that is the same in them, and each can have its own of that name', () => {
	expect(fieldsOfPage(audienceCreated, audienceStatusChanged)).toEqual([[page!.hint, undefined]]);
	expect(fieldsOfPage(audienceCreated, other)).toEqual([
		[page!.hint, ['audienceCreated']],
		['Of one page only', ['audienceStatusChanged']],
	]);
});
