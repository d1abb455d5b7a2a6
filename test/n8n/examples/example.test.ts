import { exampleOf } from './example';

const FILE = 'page-analytics-to-google-sheets.json';

describe('an example that is set up for a test', () => {
	it('has none of its nodes replaced but those that need an outside service', () => {
		const ofOurs = { 'Get pages': [{ pageId: 'page_made_up' }] };
		expect(() => exampleOf(FILE, { pin: ofOurs })).toThrow('"Get pages"');
		const ofN8n = { 'Every Monday at 7:00': [{}] };
		expect(() => exampleOf(FILE, { pin: ofN8n })).toThrow('must run as it is');
	});

	it('is the file as it is, but for what is chosen, replaced and added to watch', () => {
		const asItIs = exampleOf(FILE);
		const { pinData, nodes } = exampleOf(FILE, { pin: { 'Write to the sheet': [{ done: true }] } });
		expect(asItIs.pinData).toEqual({});
		expect(pinData).toEqual({ 'Write to the sheet': [{ json: { done: true } }] });
		expect(nodes.slice(0, -1)).toEqual(asItIs.nodes);
		expect(nodes.at(-1)?.name).toBe('Given to Write to the sheet');
	});

	it('names a node that it does not have', () => {
		expect(() => exampleOf(FILE, { fill: { 'Get people': {} } })).toThrow('has no node "Get people"');
	});
});
