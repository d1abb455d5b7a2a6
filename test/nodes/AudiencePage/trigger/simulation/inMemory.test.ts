/** The trigger in an n8n whose one process polls by timers in its memory. */
import fc from 'fast-check';

import { events } from '../../../../support/description';
import { eachRecordOnce } from './eachRecordOnce';
import { LISTS } from './lists';

eachRecordOnce(fc.constant(0), () => true);

test('every event is simulated', () => {
	const simulated = LISTS.map(({ event }) => event);
	expect(events.map(({ event }) => event).filter((event) => !simulated.includes(event))).toEqual([]);
});
