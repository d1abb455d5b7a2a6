/** What a poll finds and leaves in the part of the static data that belongs to no node; for what comes of it, see severalTriggers.test.ts. */
import { Workflow, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { isSuperseded, shareMemory } from '../../../../nodes/AudiencePage/trigger/sharedMemory';
import type { StaticData } from '../../../../nodes/AudiencePage/trigger/storedState';
import { nodeTypes, savedWorkflow, triggerNode } from '../../../support/pollNode';
import { aWorkflow } from './pollContext';

const memory = (changedAt: number): StaticData => ({
	state: { version: 1, watchKey: 'persons', fromEverything: false, entries: `at ${changedAt}`, changedAt },
});

/** A workflow object with this static data. */
const loaded = (staticData: Record<string, object>, id = aWorkflow()): Workflow =>
	new Workflow({
		...savedWorkflow,
		id,
		nodeTypes,
		staticData: JSON.parse(JSON.stringify(staticData)) as IDataObject,
	});

/** The context of a poll of a trigger, with a cursor of its own if there is one. */
function contextOf(workflow: Workflow, name: string, cursor?: StaticData): IPollFunctions {
	const node = triggerNode(name, name, {}, {});
	return {
		getNode: () => node,
		getWorkflow: () => ({ id: workflow.id }),
		getWorkflowStaticData: (type: string) =>
			type === 'node' && cursor ? cursor : workflow.getStaticData(type, node),
	} as unknown as IPollFunctions;
}

/** Begins a poll. */
const poll = (...of: Parameters<typeof contextOf>): void => shareMemory(contextOf(...of));

const savedBy = ({ staticData }: Workflow): unknown => JSON.parse(JSON.stringify(staticData));
const isToBeSaved = ({ staticData }: Workflow): boolean => Reflect.get(staticData, '__dataChanged') === true;

test('A workflow object is saved with what a trigger on another one remembers by then', () => {
	const one = loaded({ 'node:A': memory(1) });
	const other = loaded({ 'node:A': memory(1) }, one.id);
	poll(one, 'A');
	poll(other, 'B');
	Object.assign(one.getStaticData('node', triggerNode('A', 'A', {}, {})), memory(2));
	expect(savedBy(other)).toMatchObject({ global: { audiencePageTriggers: { 'node:A': memory(2) } } });
});

test('Triggers on the same workflow object have no copies, and nothing is to be saved', () => {
	const workflow = loaded({ 'node:A': memory(1), 'node:B': memory(1) });
	for (const name of ['A', 'B', 'A', 'B']) poll(workflow, name);
	expect(savedBy(workflow)).toEqual({ 'node:A': memory(1), 'node:B': memory(1), global: {} });
	expect(isToBeSaved(workflow)).toBe(false);
});

test.each([
	['newer', 2, memory(2)],
	['older', 0, memory(1)],
])('A copy that is %s than what the node remembers is taken accordingly, and goes', (_, changedAt, taken) => {
	const workflow = loaded({
		'node:A': memory(1),
		global: { audiencePageTriggers: { 'node:A': memory(changedAt) }, ofTheUser: 1 },
	});
	poll(workflow, 'A');
	expect(savedBy(workflow)).toEqual({ 'node:A': taken, global: { audiencePageTriggers: {}, ofTheUser: 1 } });
});

test('Of the same time, all pages that were read count as newer', () => {
	const pages = { watched: 'all', states: { one: memory(1).state! } };
	const copy = { pages: { ...pages, begun: true } };
	const workflow = loaded({ 'node:A': { pages }, global: { audiencePageTriggers: { 'node:A': copy } } });
	poll(workflow, 'A');
	expect(savedBy(workflow)).toMatchObject({ 'node:A': copy });
});

test('A poll is superseded as soon as its trigger is polled on another workflow object', () => {
	const [one, other] = [loaded({}), loaded({})];
	other.id = one.id;
	poll(one, 'A');
	poll(one, 'B');
	expect(isSuperseded(contextOf(one, 'A'))).toBe(false);
	poll(other, 'A');
	expect(isSuperseded(contextOf(one, 'A'))).toBe(true);
	expect(isSuperseded(contextOf(other, 'A'))).toBe(false);
	expect(isSuperseded(contextOf(one, 'B'))).toBe(false);
});

test('A durable cursor takes a newer copy, and nothing is to be saved with the workflow', () => {
	const workflow = loaded({ global: { audiencePageTriggers: { 'node:A': memory(2) } } });
	const cursor = memory(1);
	poll(workflow, 'A', cursor);
	poll(workflow, 'B', memory(1));
	expect(cursor).toEqual(memory(2));
	expect(isToBeSaved(workflow)).toBe(false);
});
