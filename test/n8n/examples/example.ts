/** An example made ready to run: filled in as its notes say, what needs an outside service replaced by what it would answer. */
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import type { StoredCredential, WorkflowFile } from '../harness/client';
import { readExample } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';
import type { NodeRun, Run } from '../harness/run';

/** The only nodes that are ever replaced. */
const OUTSIDE = ['n8n-nodes-base.googleSheets', 'n8n-nodes-base.salesforce', 'n8n-nodes-base.slack'];

/** A file of `examples/`, and what runs it. */
export interface Example {
	/** Name of the file. */
	file: string;
	/**
	 * Imports it and runs its main path.
	 *
	 * @throws Error if the sandbox then holds, or a replaced node was given, anything else than was meant
	 */
	run: (n8n: RealN8n, sandbox: Sandbox) => Promise<void>;
}

/** What a user does after the import, by the names of the nodes. */
export interface Setup {
	/** Parameters that are filled in or changed. */
	fill?: Record<string, INode['parameters']>;
	/** Credentials that are chosen; ours needs no mention. */
	credentials?: Record<string, StoredCredential>;
	/** What replaces nodes: the items that they give. */
	pin?: Record<string, IDataObject[]>;
}

/**
 * A file of `examples/`, set up. Beside each node that is replaced stands one that evaluates the same expressions: see
 * `givenTo`.
 *
 * @throws Error if a node is not there, or one is to be replaced that needs no outside service
 */
export function exampleOf(file: string, { fill = {}, credentials = {}, pin = {} }: Setup = {}): WorkflowFile {
	const { nodes, connections, ...rest } = readExample(file);
	const named = (name: string): INode => {
		const node = nodes.find((one) => one.name === name);
		if (node === undefined) throw new Error(`${file} has no node "${name}"`);
		return node;
	};
	for (const [name, parameters] of Object.entries(fill)) Object.assign(named(name).parameters, parameters);
	for (const [name, { type, ...credential }] of Object.entries(credentials))
		named(name).credentials = { [type]: credential };

	for (const name of Object.keys(pin)) {
		const node = named(name);
		if (!OUTSIDE.includes(node.type)) throw new Error(`"${name}" of ${file} must run as it is`);
		const beside = besides(node);
		nodes.push(beside);
		for (const { main = [] } of Object.values(connections)) {
			for (const links of main) {
				const here = links?.find((link) => link.node === name);
				if (here !== undefined) links?.push({ ...here, node: beside.name });
			}
		}
	}
	const pinData = Object.fromEntries(
		Object.entries(pin).map(([name, items]) => [name, items.map((json) => ({ json }))]),
	);
	return { ...rest, nodes, connections, pinData };
}

const besideName = (name: string): string => `Given to ${name}`;

/** A node that gives the parameters of another that are expressions, each by its path, such as `options.body`. */
function besides({ name, parameters, position }: INode): INode {
	const assignments = expressionsIn(parameters).map(([path, value]) => ({
		id: path,
		name: path,
		value,
		type: 'any',
	}));
	return {
		id: besideName(name),
		name: besideName(name),
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position,
		parameters: { assignments: { assignments }, options: { dotNotation: false } },
	};
}

function expressionsIn(value: unknown, path = ''): Array<[path: string, expression: string]> {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		expressionsIn(inner, path === '' ? key : `${path}.${key}`),
	);
}

/** What a node that was replaced would have been given: its parameters that are expressions, item by item. */
export const givenTo = (run: Run, name: string): IDataObject[] => jsonOf(run.node(besideName(name)));

/** The json of what left a node, through its first output or another one. */
export const jsonOf = ({ outputs }: NodeRun, output = 0): IDataObject[] =>
	(outputs[output] ?? []).map(({ json }) => json);
