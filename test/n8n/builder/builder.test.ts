/** What AI clients see of the package, and build with it, by n8n's own MCP server: one n8n for all of it. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';
import { definitionTests } from './definitions';
import { exampleTests } from './examples';
import { INSTANCE_MCP_ENV, InstanceMcp } from './InstanceMcp';
import { jobTests } from './jobs';
import { parameterTests } from './parameters';
import { pickerTests } from './pickers';
import { searchTests } from './search';

let sandbox: Sandbox;
let n8n: RealN8n;
let mcp: InstanceMcp;

useN8n((both) => ({ sandbox, n8n } = both), {}, { env: INSTANCE_MCP_ENV });

beforeAll(async () => {
	mcp = await InstanceMcp.connect(n8n);
});

afterAll(() => mcp.close());

searchTests(() => mcp);
definitionTests(() => mcp);
pickerTests(
	() => mcp,
	() => sandbox,
);
parameterTests(
	() => mcp,
	() => n8n,
);
jobTests(
	() => mcp,
	() => sandbox,
);
exampleTests(() => mcp);
