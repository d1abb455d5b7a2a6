/** What n8n says of the parameters that an AI client has written. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { watched } from '../../support/everyEvent';
import { runnable } from '../../support/everyOperation';
import { plainValue } from '../../support/locators';
import type { RealN8n } from '../harness/RealN8n';
import { NODE_TYPE, TRIGGER_TYPE, type InstanceMcp } from './InstanceMcp';

interface Configured {
	name: string;
	type: string;
	parameters: INodeParameters;
}

/** Every operation and event with what it needs, and the fields of its form. */
const NEEDED = [
	...runnable.map(({ name, parameters, fields }) => ({ name, type: NODE_TYPE, parameters, fields })),
	...watched.map(({ event, parameters, fields }) => ({
		name: event,
		type: TRIGGER_TYPE,
		parameters,
		fields,
	})),
];

/** Whether it must be filled in: what it has by default is nothing. */
const isNeeded = ({ required, default: usual }: INodeProperties) =>
	required === true && plainValue(usual) === '';

/** The same without the fields that must be filled in; those that need none are left out. */
const INCOMPLETE = NEEDED.flatMap(({ parameters, fields, ...one }) => {
	const needed = fields.filter(isNeeded).map(({ name }) => name);
	const missing = [...new Set(needed)].filter((name) => name in parameters).sort();
	const left = Object.entries(parameters).filter(([name]) => !missing.includes(name));
	return missing.length > 0
		? [{ ...one, missing, parameters: Object.fromEntries(left) as INodeParameters }]
		: [];
});

/** A workflow of all of them: what the triggers start goes through all other nodes. */
function codeOf(nodes: Configured[]): string {
	const isTrigger = ({ type }: Configured) => type === TRIGGER_TYPE;
	const triggers = nodes.filter(isTrigger);
	const others = nodes.filter((one) => !isTrigger(one));
	const lines = nodes.map((one, index) => {
		const config = JSON.stringify({ name: one.name, parameters: one.parameters });
		const made = isTrigger(one) ? 'trigger' : 'node';
		return `const node${index} = ${made}({ type: '${one.type}', version: 1, config: ${config} });`;
	});
	const nameOf = (one: Configured) => `node${nodes.indexOf(one)}`;
	const chain = others.map((one) => `.to(${nameOf(one)})`).join('');
	const started = triggers.map((one, index) =>
		index === 0 ? `.add(${nameOf(one)})${chain}` : `.add(${nameOf(one)}).to(${nameOf(others[0]!)})`,
	);
	return [...lines, `export default workflow('all', 'All')${started.join('')};`].join('\n');
}

export function parameterTests(mcp: () => InstanceMcp, n8n: () => RealN8n): void {
	describe('parameters', () => {
		it('are valid for each operation and event, and can be published', async () => {
			const nodes = NEEDED.map(({ type, parameters }) => ({ type, parameters }));
			expect(await mcp().validateNodes(nodes)).toMatchObject({ valid: true });
			const code = codeOf(NEEDED);
			expect(await mcp().validate(code)).toEqual({ valid: true, nodeCount: NEEDED.length });
			const id = await mcp().create(code);
			expect(await mcp().publish(id)).toMatchObject({ success: true });
			await n8n().client.unpublish({ id });
		});

		it('are refused, each by its name, if they are required and left out', async () => {
			const { success, error = '' } = await mcp().publish(await mcp().create(codeOf(INCOMPLETE)));
			expect(success).toBe(false);
			const said = error.matchAll(/Node "(.*)":\s+- Missing or invalid required parameters: (.*)/g);
			const missing = [...said].map(([, name, names = '']) => [name, names.split(', ').sort()]);
			expect(Object.fromEntries(missing)).toEqual(
				Object.fromEntries(INCOMPLETE.map((one) => [one.name, one.missing])),
			);
		});
	});
}
