/** *Create an audience of a page for each new person*, published and polled. */
import type { Person } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePageTrigger } from '../harness/steps';
import { exampleOf, jsonOf, type Example } from './example';
import { writesTo, type Write } from './writes';

const FILE = 'new-person-to-audience-for-a-page.json';
const CREATE = 'Create a draft audience';

/** Imports the example for a page and publishes it; it looks every 2 seconds. */
export async function publishNewPersons(n8n: RealN8n, pageId: string): Promise<StoredWorkflow> {
	const { pollTimes } = audiencePageTrigger({}).parameters;
	const fill = { 'When a person is new': { pollTimes }, [CREATE]: { pageId: byId(pageId) } };
	const workflow = await n8n.importWorkflow(exampleOf(FILE, { fill }));
	await n8n.client.publish(workflow);
	return workflow;
}

/** Adds people to the service at once: each has this name, and works for this domain. */
export function add({ store }: Sandbox, people: Array<Pick<Person, 'name' | 'domain'>>): void {
	const template = store.persons.all()[0]!;
	for (const person of people) {
		const personId = `person_new_${store.persons.size}`;
		store.persons.add({ ...template, ...person, personId, email: `${personId}@new.example` });
	}
}

/** The request that creates the audience of a person. */
export const audienceOf = (pageId: string, name: string, domain: string): Write => ({
	method: 'POST',
	path: `/v0/pages/${pageId}/audiences`,
	body: {
		publishBehavior: 'draft',
		customName: `${name} (${domain})`,
		supplementaryContext: expect.stringContaining(`${name}, who works at ${domain}.`) as string,
	},
});

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const { pageId } = sandbox.store.pages.all()[0]!;
	const workflow = await publishNewPersons(n8n, pageId);
	sandbox.requests.length = 0;
	add(sandbox, [
		{ name: 'Grace Hopper', domain: 'cobol.example' },
		{ name: 'Of No Company', domain: null },
	]);
	const done = await n8n.client.waitForNewRun(workflow, []);
	await n8n.client.unpublish(workflow);
	expect(done.error).toBeUndefined();
	expect(writesTo(sandbox)).toEqual([audienceOf(pageId, 'Grace Hopper', 'cobol.example')]);
	expect(jsonOf(done.node(CREATE))).toEqual([
		expect.objectContaining({ pageId, status: 'draft', customName: 'Grace Hopper (cobol.example)' }),
	]);
}

export const newPersons: Example = { file: FILE, run };
