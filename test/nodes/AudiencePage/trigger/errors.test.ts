/** What a poll that fails says: what the node says of the same list. Nothing is remembered of it. */
import { inspect } from 'node:util';

import type { INodeParameters, NodeApiError } from 'n8n-workflow';

import { cycle } from '../../../service/random';
import { watched, watchedBy } from '../../../support/everyEvent';
import { byEmail } from '../../../support/locators';
import { useVirtualTime } from '../../../support/virtualTime';
import { runNode } from '../../../support/runNode';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';
import { published, Trigger } from '../../../support/Trigger';
import type { Service } from '../../../support/workflow';

const sandbox = useSandbox();
useVirtualTime();

const saidBy = ({ name, message, description, httpCode }: NodeApiError) => ({
	name,
	message,
	description,
	httpCode,
});

/** @param secret what the error must not show, nor what it holds */
async function saidByPoll(polling: Promise<unknown>, secret: string) {
	const error: unknown = await polling.catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(Error);
	expect(inspect(error, { depth: 50, maxStringLength: null, showHidden: true })).not.toContain(secret);
	return saidBy(error as NodeApiError);
}

const saidByNode = async (service: Service, getMany: INodeParameters) =>
	saidBy((await runNode(service, getMany)).error as NodeApiError);

const KEY = 'key-of-a-test';
const ANSWERS: Answer[] = [
	{ status: 400, body: { message: `No: the key is ${KEY}`, errors: [{ headers: { 'x-api-key': KEY } }] } },
	{ status: 401, body: { message: `Invalid API key ${KEY}` } },
	{ status: 404 },
	{ status: 503, body: `<html><title>Down, ${KEY}</title></html>` },
	{ status: 302, headers: { location: `https://elsewhere.example/?key=${KEY}` } },
	{ status: 200, body: `<html><title>Welcome, ${KEY}</title></html>` },
];

test.each(watched.map((event, n) => ({ ...event, answer: cycle(ANSWERS, n) })))(
	'$event says of $answer.status what the node says, without the key',
	async ({ parameters, getMany, answerWith, answer }) => {
		await withAnswers([{ body: answerWith([]) }, answer], async (service) => {
			const trigger = new Trigger(service, parameters);
			await trigger.activate();
			const { saved } = trigger;
			const said = await saidByPoll(trigger.poll(), KEY);
			expect(said).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(/./) as string });
			expect(await saidByPoll(trigger.fetchTestEvent(), KEY)).toEqual(said);
			expect(await saidByPoll(new Trigger(service, parameters).activate(), KEY)).toEqual(said);
			expect(await saidByNode(service, getMany)).toEqual(said);
			expect(JSON.stringify(trigger.staticData)).toBe(saved);
		});
	},
);

test('A person whom nobody can find by email is refused as by the node, but for no item', async () => {
	const { parameters, getMany } = watchedBy('personLogCreated');
	const personId = byEmail('nobody@acme.com');
	const { apiKey } = sandbox();
	const said = await saidByPoll(new Trigger(sandbox(), { ...parameters, personId }).activate(), apiKey);
	const ofNode = await saidByNode(sandbox(), { ...getMany, personId });
	expect(said).toEqual({ ...ofNode, description: 'Nothing was done.' });
});

test('A poll sends a request three times again, and then leaves it to the next poll', async () => {
	const { parameters, add, idField } = watchedBy('personCreated');
	const trigger = await published(sandbox(), parameters);
	const id = add(sandbox().store);
	sandbox().failNext('unavailable', { times: 4 });
	await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
	expect(sandbox().requests).toHaveLength(4);
	expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
});
