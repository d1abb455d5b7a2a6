import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Service } from '../../support/workflow';
import { N8nClient, type StoredCredential, type StoredWorkflow, type WorkflowFile } from './client';
import { readExample } from './exampleFiles';
import { N8nProcess, type EndSignal, type N8nOptions } from './N8nProcess';
import { installPackage, packPackage } from './pack';
import type { Run } from './run';

const CREDENTIAL_TYPE = 'audiencePageApi';

/** Our own nodes, and n8n's HTTP Request node where it is told to use our credential. */
const takesCredential = ({ type, parameters }: INode): boolean =>
	type.startsWith('n8n-nodes-audience-page.') || parameters.nodeCredentialType === CREDENTIAL_TYPE;

export interface RealN8nOptions extends Omit<N8nOptions, 'userFolder'> {
	/** Path of the package to install; this project's, built and packed for it, if not given. */
	tarball?: string;
	/** Puts the package into the user folder by itself, in place of a tarball. */
	install?: (userFolder: string) => Promise<void>;
}

/**
 * A real n8n in a throwaway folder, with the packed package installed as users install it, signed in, and with a
 * credential for a service. The n8n itself must be installed (see `installN8n`).
 */
export class RealN8n extends N8nProcess {
	client!: N8nClient;
	credential!: StoredCredential;

	/** Takes some 10 seconds. Whoever starts it closes it. */
	static async start(service: Service, options: RealN8nOptions = {}): Promise<RealN8n> {
		const { tarball, install, ...ofProcess } = options;
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-audience-page-'));
		const n8n = new RealN8n({ ...ofProcess, userFolder });
		try {
			if (install) await install(userFolder);
			else await installPackage(tarball ?? (await packPackage(userFolder)), userFolder);
			await n8n.launch();
			n8n.client = await N8nClient.setUpOwner(n8n.url);
			n8n.credential = await n8n.client.createCredential(CREDENTIAL_TYPE, 'Audience Page account', {
				baseUrl: service.url,
				apiKey: service.apiKey,
			});
			return n8n;
		} catch (error) {
			await n8n.close();
			throw error;
		}
	}

	/** Imports a workflow of `examples/`, by its file's name, with the credential chosen where one is due. */
	async importExample(fileName: string): Promise<StoredWorkflow> {
		return await this.importWorkflow(readExample(fileName));
	}

	/** Imports a workflow, with `credential` chosen on each node that can take it. */
	async importWorkflow(file: WorkflowFile, credential = this.credential): Promise<StoredWorkflow> {
		const { type, id, name } = credential;
		const nodes = file.nodes.map((node) =>
			takesCredential(node) ? { ...node, credentials: { [type]: { id, name } } } : node,
		);
		return await this.client.importWorkflow({ ...file, nodes });
	}

	async run(workflow: StoredWorkflow, trigger: string): Promise<Run> {
		return await this.client.runManually(workflow, trigger);
	}

	/**
	 * Sends JSON to a published workflow's webhook.
	 *
	 * @throws Error if it has none
	 */
	async post({ name, nodes }: StoredWorkflow, body: object): Promise<Response> {
		const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
		if (webhook === undefined) throw new Error(`The workflow "${name}" has no webhook`);
		return await fetch(`${this.url}/webhook/${webhook.parameters.path as string}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify(body),
		});
	}

	/** Ends n8n and removes its folder. */
	override async close(signal?: EndSignal): Promise<void> {
		try {
			await super.close(signal);
		} finally {
			await rm(this.userFolder, { recursive: true });
		}
	}
}
