/**
 * An example made ready to run: filled in as its notes say, with its own sample data for what needs
 * an outside service.
 */
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import type { StoredCredential, WorkflowFile } from '../harness/client';
import { readExample } from '../harness/exampleFiles';
import type { Stage } from '../harness/useN8n';

/**
 * The error where a test has the service refuse a request: what the service says, and what the node
 * adds.
 */
export const FAULT = 'The sandbox was told to fail. Check the values in the node';

export interface Example {
	file: string;
	/** Imports it and runs its main path. */
	run: (stage: Stage) => Promise<void>;
}

/** What a user does after the import, by the names of the nodes. */
export interface Setup {
	/** Parameters that are filled in or changed. */
	fill?: Record<string, INode['parameters']>;
	/** Credentials that are chosen; ours needs no mention. */
	credentials?: Record<string, StoredCredential>;
	/** What nodes would give, in place of the sample data; null for nodes that run instead. */
	pin?: Record<string, IDataObject[] | null>;
}

/** A file of `examples/`, set up. */
export function exampleOf(
	file: string,
	{ fill = {}, credentials = {}, pin = {} }: Setup = {},
): WorkflowFile {
	const workflow = readExample(file);
	const named = (name: string): INode => workflow.nodes.find((node) => node.name === name)!;
	for (const [name, parameters] of Object.entries(fill))
		Object.assign(named(name).parameters, parameters);
	for (const [name, { type, ...credential }] of Object.entries(credentials))
		named(name).credentials = { [type]: credential };
	const pinData = { ...workflow.pinData };
	for (const [name, items] of Object.entries(pin)) {
		if (items === null) delete pinData[name];
		else pinData[name] = items.map((json) => ({ json }));
	}
	return { ...workflow, pinData };
}

/** What was sent to change something, in the order of its arrival. */
export const writesTo = ({ requests }: Sandbox) =>
	requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, body }) => ({ method, path, body }));

/** An example that runs by hand, from its trigger, and what some of its nodes have to give. */
export const byHand = (
	file: string,
	prepare: (sandbox: Sandbox) => Setup & { gives: Record<string, unknown[]> },
): Example => ({
	file,
	async run({ n8n, sandbox }) {
		const { gives, ...setup } = prepare(sandbox);
		const workflow = exampleOf(file, setup);
		const trigger = workflow.nodes.find(({ type }) => /trigger$/i.test(type))!;
		const done = await n8n.runFile(workflow, trigger.name);
		expect(done.error).toBeUndefined();
		for (const [name, items] of Object.entries(gives))
			expect([name, done.node(name).items.map(({ json }) => json)]).toMatchObject([name, items]);
	},
});
