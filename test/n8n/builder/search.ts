/** What n8n's search of nodes says to the words of users. */
import { eventProperty, operations, optionsOf, resourceProperty } from '../../support/description';
import { NODE_TYPE, TRIGGER_TYPE, type InstanceMcp } from './InstanceMcp';

/** Phrases of people in sales, marketing and their operations, with the node that each of them means. */
const PHRASES: Array<[phrase: string, type: string]> = [
	["log CRM deals to an account's activity log", NODE_TYPE],
	['account log entry', NODE_TYPE],
	['RevOps account activity', NODE_TYPE],
	['import contacts into Audience Page', NODE_TYPE],
	['create or update people from a list', NODE_TYPE],
	['find a person by email', NODE_TYPE],
	['personalized landing page for a prospect', NODE_TYPE],
	['create an audience for a page', NODE_TYPE],
	['account-based marketing page', NODE_TYPE],
	['sales deck for a prospect', NODE_TYPE],
	['call follow-up page', NODE_TYPE],
	['page analytics per audience', NODE_TYPE],
	['weekly landing page report', NODE_TYPE],
	['page conversion rate', NODE_TYPE],
	['visitor engagement by page', NODE_TYPE],
	['audience page trigger', TRIGGER_TYPE],
	['when a new person is created', TRIGGER_TYPE],
	['person updated', TRIGGER_TYPE],
	['when a lead is created', TRIGGER_TYPE],
	['audience status changed', TRIGGER_TYPE],
];

/** n8n weighs single words, and names of nodes most: "email" is Send Email's, and "audience" the node's before the trigger's. */
const FOUND_FIRST = 18;

export function searchTests(mcp: () => InstanceMcp): void {
	describe('the search', () => {
		it(`gives the right node first for ${FOUND_FIRST} of ${PHRASES.length} phrases`, async () => {
			const found = await mcp().search(PHRASES.map(([phrase]) => phrase));
			expect(found).toHaveLength(PHRASES.length);
			const others = PHRASES.flatMap(([phrase, type], index) => {
				const first = found[index]![0]?.id;
				return first === type ? [] : [`${phrase}: ${first}`];
			});
			expect(others.length > PHRASES.length - FOUND_FIRST ? others : []).toEqual([]);
		});

		it('says of each resource and operation what it is', async () => {
			const [[node] = []] = await mcp().search(['Audience Page']);
			expect(node!.id).toBe(NODE_TYPE);
			const lines = node!.text.split('\n').map((line) => line.trim());
			const said = (after: string, title: string) => lines[lines.indexOf(title, lines.indexOf(after)) + 1];
			const resources = optionsOf(resourceProperty);
			const ofResources = resources.map(({ value }) => [value, said('resource:', `- ${String(value)}:`)]);
			expect(ofResources).toEqual(resources.map(({ value, description }) => [value, description]));
			const ofOperations = operations.map(({ name, resource, operation }) => [
				name,
				said(`- ${resource}:`, `- ${operation}`),
			]);
			expect(ofOperations).toEqual(operations.map(({ name, option }) => [name, option.description]));
		});

		it('says of the trigger what its events are', async () => {
			const [[trigger] = []] = await mcp().search(['Audience Page Trigger']);
			expect(trigger!.id).toBe(TRIGGER_TYPE);
			const said = trigger!.text.toLowerCase();
			const titles = optionsOf(eventProperty).map(({ name }) => name.toLowerCase());
			expect(titles.filter((title) => !said.includes(title))).toEqual([]);
		});
	});
}
