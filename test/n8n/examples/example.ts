/** An example made ready to run: filled in as its notes say, what needs an outside service replaced by what it would answer. */
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import type { StoredCredential, WorkflowFile } from '../harness/client';
import { readExample } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';
import type { NodeRun, Run } from '../harness/run';

/** The error where a test has the service refuse a request: what the service says, and what the node adds. */
export const FAULT = 'The sandbox was told to fail. Check the values in the node';

export interface Example {
	file: string;
	/**
	 * Imports it and runs it: its main path, and what it comes upon beside, such as an error in the middle.
	 *
	 * @throws Error if the sandbox, or an outside service, is then given anything else than was meant
	 */
	run: (n8n: RealN8n, sandbox: Sandbox) => Promise<void>;
}

/** What a user does after the import, by the names of the nodes. */
export interface Setup {
	/** Parameters that are filled in or changed. */
	fill?: Record<string, INode['parameters']>;
	/** Credentials that are chosen; ours needs no mention. */
	credentials?: Record<string, StoredCredential>;
	/** What nodes of outside services would give. */
	pin?: Record<string, IDataObject[]>;
}

/**
 * A file of `examples/`, set up.
 *
 * @throws Error if a node is not there
 */
export function exampleOf(file: string, { fill = {}, credentials = {}, pin = {} }: Setup = {}): WorkflowFile {
	const workflow = readExample(file);
	const named = (name: string): INode => {
		const node = workflow.nodes.find((one) => one.name === name);
		if (node === undefined) throw new Error(`${file} has no node "${name}"`);
		return node;
	};
	for (const [name, parameters] of Object.entries(fill)) Object.assign(named(name).parameters, parameters);
	for (const [name, { type, ...credential }] of Object.entries(credentials))
		named(name).credentials = { [type]: credential };
	const pinned = Object.entries(pin).map(([name, items]) => [
		named(name).name,
		items.map((json) => ({ json })),
	]);
	return { ...workflow, pinData: Object.fromEntries(pinned) as WorkflowFile['pinData'] };
}

export async function runWell(n8n: RealN8n, file: WorkflowFile, trigger: string): Promise<Run> {
	const done = await n8n.runFile(file, trigger);
	expect(done.error).toBeUndefined();
	return done;
}

export const jsonOf = ({ items }: NodeRun): IDataObject[] => items.map(({ json }) => json);

/** What was sent to change something: all requests so far but those that read, in the order of their arrival. */
export const writesTo = ({ requests }: Sandbox) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));

export const refuseNamed = (sandbox: Sandbox, name: string, field = 'name'): void =>
	sandbox.failNext('unprocessable', {
		when: ({ body }) => (body as IDataObject | undefined)?.[field] === name,
	});
