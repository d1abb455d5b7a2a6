import type { INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

/** n8n has Agents of its own if it is told so. */
export const WITH_AGENTS = { N8N_ENABLED_MODULES: 'agents' };

/** Our node as a tool. */
export interface NodeTool {
	parameters: INodeParameters;
	/** That of `RealN8n`, if not given. */
	credential?: StoredCredential;
}

const PROJECTS = '/rest/projects';

/** An agent of n8n's own Agents: its tools are nodes, which n8n runs outside of any workflow. */
export class N8nAgent {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly path: string,
	) {}

	/**
	 * @param model the credential of its chat model
	 * @param tools by their names
	 */
	static async create(
		n8n: RealN8n,
		model: StoredCredential,
		tools: Record<string, NodeTool>,
	): Promise<N8nAgent> {
		const { client } = n8n;
		const project = await client.ask<{ id: string }>(`${PROJECTS}/personal`, {});
		const agents = `${PROJECTS}/${project.id}/agents/v2`;
		const agent = await client.ask<{ id: string }>(agents, { method: 'POST', body: { name: 'Agent' } });
		const path = `${agents}/${agent.id}`;
		const { configHash } = await client.ask<{ configHash: string }>(`${path}/config`, {});
		const config = {
			name: 'Agent',
			model: 'openai/scripted',
			credential: model.id,
			instructions: 'Do as you are told',
			tools: Object.entries(tools).map(([name, tool]) => toolOf(name, tool, n8n.credential)),
		};
		await client.ask(`${path}/config`, { method: 'PUT', body: { config, baseConfigHash: configHash } });
		return new N8nAgent(n8n, path);
	}

	/**
	 * Says something to it, and waits until it has answered.
	 *
	 * @throws Error with what n8n says, if it does not come to an answer
	 */
	async say(message: string): Promise<void> {
		const response = await this.n8n.client.send(`${this.path}/chat`, { method: 'POST', body: { message } });
		const told = await response.text();
		if (!told.includes('"type":"done"')) throw new Error(told);
	}
}

const toolOf = (name: string, { parameters, credential }: NodeTool, usual: StoredCredential) => {
	const { type, id, name: credentialName } = credential ?? usual;
	return {
		type: 'node',
		name,
		node: {
			nodeType: 'n8n-nodes-audience-page.audiencePage',
			nodeTypeVersion: 1,
			nodeParameters: parameters,
			credentials: { [type]: { id, name: credentialName } },
		},
	};
};
