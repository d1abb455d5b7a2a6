/** What a poll that fails says: what the node says of the same list. Nothing is remembered of it. */
import type { INodeParameters, NodeApiError } from 'n8n-workflow';

import { noFaults } from '../../../service/faults/settings';
import { watched, watchedBy } from '../../../support/everyEvent';
import { byEmail } from '../../../support/locators';
import { useVirtualTime } from '../../../support/virtualTime';
import { published } from '../../../support/published';
import { runNode } from '../../../support/runNode';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import type { Service } from '../../../support/workflow';

const sandbox = useSandbox();
useVirtualTime();
afterEach(() => Object.assign(sandbox().settings, { faults: noFaults() }));

interface Said {
	name: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
}

const saidBy = ({ name, message, description, httpCode }: NodeApiError): Said => ({
	name,
	message,
	description,
	httpCode,
});

const saidByPoll = async (polling: Promise<unknown>): Promise<Said> =>
	await polling.then(
		() => {
			throw new Error('The poll did not fail');
		},
		(error: NodeApiError) => saidBy(error),
	);

async function saidByNode(service: Service, getMany: INodeParameters): Promise<Said> {
	const { error } = await runNode(service, getMany);
	if (error === undefined) throw new Error('The node did not fail');
	return saidBy(error as NodeApiError);
}

const ANSWERS: Array<[string, Answer]> = [
	['400 in its own words', { status: 400, body: { message: 'No' } }],
	['401 in its own words', { status: 401, body: { message: 'Invalid API key' } }],
	['404 without a word', { status: 404 }],
	['503', { status: 503, body: { message: 'Down for now' } }],
	['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
	['a web page that looks like success', { status: 200, body: '<html><title>Welcome</title></html>' }],
];

describe('What the node says of an answer', () => {
	const expectTheSame = async ({ parameters, getMany }: (typeof watched)[number], answer: Answer) => {
		await withAnswers([{ body: { items: [], totalCount: 0 } }, answer], async (service) => {
			const trigger = new Trigger(service, parameters);
			await trigger.activate();
			const { saved } = trigger;
			const said = await saidByPoll(trigger.poll());
			expect(said).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(/./) as string });
			expect(await saidByPoll(trigger.fetchTestEvent())).toEqual(said);
			expect(await saidByPoll(new Trigger(service, parameters).activate())).toEqual(said);
			expect(await saidByNode(service, getMany)).toEqual(said);
			expect(JSON.stringify(trigger.staticData)).toBe(saved);
		});
	};

	test.each(ANSWERS)('says a poll too: %s', async (_what, answer) => {
		await expectTheSame(watchedBy('personCreated'), answer);
	});

	test.each(watched)('says each event too: $event', async (event) => {
		await expectTheSame(event, { status: 400, body: { message: 'No' } });
	});
});

test('Where nobody answers, it says what the node says', async () => {
	const down = await withAnswers([], async ({ url, apiKey }) => ({ url, apiKey }));
	const { parameters, getMany } = watchedBy('topicEntryChanged');
	const said = await saidByPoll(new Trigger(down, parameters).activate());
	expect(said).toEqual(await saidByNode(down, { ...getMany, options: { maxRetries: 3 } }));
	expect(said.message).toContain('nothing is listening at this address');
});

test('A person whom nobody can find by email is refused as by the node', async () => {
	const { parameters, getMany } = watchedBy('personLogCreated');
	const personId = byEmail('nobody@acme.com');
	const said = await saidByPoll(new Trigger(sandbox(), { ...parameters, personId }).activate());
	const { description, ...same } = await saidByNode(sandbox(), { ...getMany, personId });
	// The node refuses it for an item, and a trigger has none.
	expect(said).toEqual({ ...same, description: description?.replace(' for item 0', '') });
	expect(said.description).toMatch(/^Nothing was done\.$/);
});

describe('A list that holds something other than records', () => {
	const page = (...items: unknown[]) => ({ body: { items, hasMore: false, totalCount: items.length } });

	test.each([null, 'text'])('%j: every event says so, and nothing is kept', async (odd) => {
		for (const { parameters } of watched) {
			await withAnswers([page(), page({ name: 'a' }, odd)], async (service) => {
				const trigger = new Trigger(service, parameters);
				await trigger.activate();
				const { saved } = trigger;
				const said = await saidByPoll(trigger.poll());
				expect(said.name).toBe('NodeApiError');
				expect(said.message).toContain('other than a record');
				expect(said.message).not.toMatch(/Cannot read/);
				expect(JSON.stringify(trigger.staticData)).toBe(saved);
			});
		}
	});
});

describe('A poll sends again', () => {
	const { parameters, add, idField } = watchedBy('personCreated');

	test('three times, and then leaves it to the next poll', async () => {
		const trigger = await published(sandbox(), parameters);
		const id = add(sandbox().store);
		sandbox().failNext('unavailable', { times: 4 });
		await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
		expect(sandbox().requests).toHaveLength(4);
		expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
	});
});
