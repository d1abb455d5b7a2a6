import type { INode } from 'n8n-workflow';
import { exampleNames, exampleText, readExample } from '../harness/exampleFiles';
import { EXAMPLES } from './mainPaths';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
/** Where n8n's agents, chat models and MCP nodes come from. */
const LANGCHAIN = '@n8n/n8n-nodes-langchain.';
const WHITE = 7;
const NODE_SIZE = 96;

interface Note {
	content: string;
	width: number;
	height: number;
	color?: number;
}

const noteOf = ({ parameters }: INode): Note => parameters as unknown as Note;
const words = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

it('each example has a main path that tests run', () => {
	expect(EXAMPLES.map(({ file }) => file)).toEqual(exampleNames());
});

/** The rules that n8n has for shared workflows. */
describe.each(exampleNames())('examples/%s', (fileName) => {
	const workflow = readExample(fileName);
	const notes = workflow.nodes.filter(({ type }) => type === STICKY_NOTE);
	const steps = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
	const [overview, ...otherOverviews] = notes.filter((note) => noteOf(note).color === undefined);
	const sections = notes.filter((note) => noteOf(note).color === WHITE);

	it('has one yellow overview, left of and not below everything else', () => {
		expect(otherOverviews).toEqual([]);
		const { content, width } = noteOf(overview!);
		expect(content).toMatch(/^### How it works$/m);
		expect(content).toMatch(/^### Setup$/m);
		expect(words(content)).toBeGreaterThanOrEqual(100);
		expect(words(content)).toBeLessThanOrEqual(300);
		for (const { position } of workflow.nodes.filter((node) => node !== overview)) {
			expect(position[0]).toBeGreaterThanOrEqual(overview!.position[0] + width);
			expect(position[1]).toBeGreaterThanOrEqual(overview!.position[1]);
		}
	});

	it('explains every step in a white note of under 50 words around it', () => {
		expect(sections.length + 1).toBe(notes.length);
		for (const section of sections) expect(words(noteOf(section).content)).toBeLessThan(50);
		for (const { name, position } of steps) {
			const around = sections.filter((section) => {
				const { width, height } = noteOf(section);
				const [left, top] = section.position;
				return (
					position[0] >= left &&
					position[0] + NODE_SIZE <= left + width &&
					position[1] >= top &&
					position[1] + NODE_SIZE <= top + height
				);
			});
			expect({ name, notes: around.length }).toEqual({ name, notes: 1 });
		}
	});

	it('runs from left to right', () => {
		const left = (name: string) => steps.find((step) => step.name === name)!.position[0];
		for (const [from, { main = [] }] of Object.entries(workflow.connections)) {
			for (const to of main.flatMap((links) => links ?? []))
				expect(left(to.node)).toBeGreaterThan(left(from));
		}
	});

	it('brings nothing of the n8n it was made in', () => {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'description', 'name', 'nodes', 'settings']);
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(exampleText(fileName).replaceAll(LANGCHAIN, '')).not.toMatch(/@|https?:/);
	});
});
