/** An example made ready to run: filled in as its notes say, what needs an outside service replaced by what it would answer. */
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import type { StoredCredential, WorkflowFile } from '../harness/client';
import { readExample } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';

/** The error where a test has the service refuse a request: what the service says, and what the node adds. */
export const FAULT = 'The sandbox was told to fail. Check the values in the node';

export interface Example {
	file: string;
	/** Imports it and runs its main path, and what it comes upon beside, such as an error in the middle. */
	run: (n8n: RealN8n, sandbox: Sandbox) => Promise<void>;
}

/** What a user does after the import, by the names of the nodes. */
export interface Setup {
	/** Parameters that are filled in or changed. */
	fill?: Record<string, INode['parameters']>;
	/** Credentials that are chosen; ours needs no mention. */
	credentials?: Record<string, StoredCredential>;
	/** What nodes would give, in place of the sample data. */
	pin?: Record<string, IDataObject[]>;
}

/** A file of `examples/`, set up. */
export function exampleOf(file: string, { fill = {}, credentials = {}, pin = {} }: Setup = {}): WorkflowFile {
	const workflow = readExample(file);
	const named = (name: string): INode => workflow.nodes.find((one) => one.name === name)!;
	for (const [name, parameters] of Object.entries(fill)) Object.assign(named(name).parameters, parameters);
	for (const [name, { type, ...credential }] of Object.entries(credentials))
		named(name).credentials = { [type]: credential };
	const pinned = Object.entries(pin).map(([name, items]) => [name, items.map((json) => ({ json }))]);
	return { ...workflow, pinData: Object.fromEntries(pinned) as WorkflowFile['pinData'] };
}

/** What was sent to change something, in the order of its arrival. */
export const writesTo = ({ requests }: Sandbox) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));

/** Of an example that is run once: besides what is set up, what its nodes have to give and what is to be written. */
interface Expected extends Setup {
	gives: Record<string, unknown[]>;
	writes?: unknown[];
}

/** An example that runs by hand, from its trigger. */
export const byHand = (file: string, trigger: string, prepare: (sandbox: Sandbox) => Expected): Example => ({
	file,
	async run(n8n, sandbox) {
		const { gives, writes = [], ...setup } = prepare(sandbox);
		sandbox.requests.length = 0;
		const done = await n8n.runFile(exampleOf(file, setup), trigger);
		expect(done.error).toBeUndefined();
		for (const [name, items] of Object.entries(gives))
			expect([name, done.node(name).items.map(({ json }) => json)]).toMatchObject([name, items]);
		expect(new Set(writesTo(sandbox))).toEqual(new Set(writes));
	},
});
