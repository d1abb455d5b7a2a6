import type { INode } from 'n8n-workflow';
import { LOG_LINES } from '../../../nodes/AudiencePage/shared/log';
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage, NODE, RETRY_ON_FAIL, start, START, TRIGGER, workflowOf } from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

let sandbox: Sandbox;
let n8n: RealN8n;

useN8n((both) => ({ sandbox, n8n } = both), { env: { N8N_LOG_LEVEL: 'debug' } });

/** The fields of the first line of this kind, once n8n's log has one. */
const fieldsOf = async (line: keyof typeof LOG_LINES) =>
	await until(async () => {
		const [level, text] = LOG_LINES[line];
		const [, fields] =
			new RegExp(`\\| ${level} +\\| Audience Page: ${text}.* (\\{.*\\})`).exec(await n8n.log()) ?? [];
		return fields === undefined ? undefined : (JSON.parse(fields) as object);
	});

/** As docs/TROUBLESHOOTING.md shows them. */
it('at level debug, n8n shows the lines with their fields', async () => {
	const create: INode['parameters'] = { resource: 'person', operation: 'create', name: 'Ada' };
	sandbox.failNext('tooManyRequests');
	sandbox.failNext('unavailable');
	sandbox.failNext('resetAfter');
	const { id } = await n8n.runFile(workflowOf([start, audiencePage(create, RETRY_ON_FAIL)]), START);
	const polled = await PolledWorkflow.import(n8n, { event: 'personCreated' });
	await polled.publish();

	const where = { node: NODE, operation: 'person.create', executionId: id, endpoint: 'POST /v0/persons' };
	expect(await fieldsOf('rateLimited')).toMatchObject({ ...where, status: 429 });
	expect(await fieldsOf('retrying')).toMatchObject({ ...where, status: 503, retry: 1 });
	expect(await fieldsOf('outcomeUnknown')).toMatchObject({ item: 0, isRetrySafe: false });
	const ofPoll = { node: TRIGGER, operation: 'personCreated', workflowId: polled.id, fullRead: 'start' };
	expect(await fieldsOf('polled')).toMatchObject(ofPoll);
});
