/** How the trigger reads lists; whole polls of them, see pollList and simulation/. */
import { listWithCursors } from '../../../../nodes/AudiencePage/trigger/listReaders';
import { List, REQUEST } from '../transport/aList';

test('A list of 250 records is read by 100, from a cursor to its end and from its beginning to that cursor', async () => {
	const list = new List(250);
	await Array.fromAsync(listWithCursors(list.context, REQUEST, '200'));
	expect(list.asked.map(({ limit }) => limit)).toEqual([100, 100, 100]);
});
