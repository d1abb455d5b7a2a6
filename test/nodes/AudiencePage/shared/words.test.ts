import { nameOfItem } from '../../../../nodes/AudiencePage/shared/words';

test.each([
	[0, 'item 0 (the 1st)'],
	[1, 'item 1 (the 2nd)'],
	[2, 'item 2 (the 3rd)'],
	[10, 'item 10 (the 11th)'],
	[101, 'item 101 (the 102nd)'],
])('An item is named as n8n counts, and as a sheet does: %i', (index, name) => {
	expect(nameOfItem(index)).toBe(name);
});
