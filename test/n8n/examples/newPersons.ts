/** *Create an audience of a page for each new person*, published and polled. */
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePageTrigger } from '../harness/steps';
import { until } from '../harness/until';
import { exampleOf, FAULT, jsonOf, type Example } from './example';
import { writesTo } from './writes';

const FILE = 'new-person-to-audience-for-a-page.json';
const CREATE = 'Create a draft audience';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const { pageId } = sandbox.store.pages.all()[0]!;
	const { pollTimes } = audiencePageTrigger({}).parameters;
	const fill = { 'When a person is new': { pollTimes }, [CREATE]: { pageId: byId(pageId) } };
	const workflow = await n8n.importWorkflow(exampleOf(FILE, { fill }));
	await n8n.client.publish(workflow);
	sandbox.failNext('unprocessable', {
		when: ({ body }) => (body as IDataObject | undefined)?.customName === 'Refused (new.example)',
	});
	sandbox.requests.length = 0;

	const { persons } = sandbox.store;
	const template = persons.all()[0]!;
	for (const name of ['Grace', 'Of No Company', 'Refused', 'Ada']) {
		const domain = name === 'Of No Company' ? null : 'new.example';
		persons.add({ ...template, name, domain, personId: `person_${name}`, email: `${name}@new.example` });
	}
	const done = await n8n.client.waitForNewRun(workflow, []);
	expect(done.error).toBeUndefined();
	expect(jsonOf(done.node(CREATE))).toMatchObject(
		['Grace', 'Ada'].map((name) => ({ pageId, status: 'draft', customName: `${name} (new.example)` })),
	);
	expect(jsonOf(done.node('People without an audience'))).toEqual([
		{ person: 'Refused (new.example)', error: FAULT },
	]);

	const polls = () => sandbox.requests.filter(({ operationId }) => operationId === 'searchPersons').length;
	const before = polls();
	await until(() => (polls() > before + 1 ? true : undefined));
	await n8n.client.unpublish(workflow);
	const writes = writesTo(sandbox);
	expect(writes).toHaveLength(3); // none twice
	for (const name of ['Grace', 'Refused', 'Ada']) {
		const supplementaryContext = expect.stringContaining(`${name}, who works at new.example.`) as string;
		const body = { publishBehavior: 'draft', customName: `${name} (new.example)`, supplementaryContext };
		expect(writes).toContainEqual({ method: 'POST', path: `/v0/pages/${pageId}/audiences`, body });
	}
}

export const newPersons: Example = { file: FILE, run };
