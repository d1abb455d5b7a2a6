/** How long a poll may take, and what becomes of a list that is too long for it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { defaultSettings } from '../../../service/settings';
import { watchedBy } from '../../../support/everyEvent';
import { usePollBudget } from '../../../support/pollBudget';
import { nth } from '../../../support/records';
import { calls, queries } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { persons: 60 } });
const budget = usePollBudget(sandbox);
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const NO_END = Infinity;
const UNANSWERED = {
	name: 'NodeApiError',
	message: 'The service did not answer in the time allowed for a poll. The next poll tries again',
	description: 'Nothing is lost: the next poll reads the same list.',
};

const trigger = (parameters: INodeParameters = {}) =>
	new Trigger(sandbox(), { event: 'personCreated', ...parameters });
const everything = (parameters: INodeParameters = {}) => trigger({ startFrom: 'everything', ...parameters });
const pagesOf20 = () => (sandbox().settings.mostPerPage = 20);

const people = () => sandbox().store.persons;
const listed = () => people().all() as unknown as IDataObject[];
const stateOf = ({ staticData }: Trigger) =>
	(staticData[`node:${TRIGGER}`] as IDataObject).state as IDataObject;

describe('A poll asks for', () => {
	test.each([
		['five minutes, as n8n tells it now', undefined, 300_000],
		['what n8n tells', 90_000, 90_000],
		['whole milliseconds', 1234.9, 1234],
		['four minutes, where n8n tells nothing', null, 240_000],
	])('%s', async (_what, told, asked) => {
		const options = told === undefined ? {} : { budget: told };
		const polled = new Trigger(sandbox(), { event: 'personCreated' }, options);
		await polled.activate();
		await polled.poll();
		await polled.fetchTestEvent();
		expect(budget.asked).toEqual([asked, asked, asked]);
	});
});

/** How the error about each list begins that tells what to do. */
const ADVICE: Array<[string, string]> = [
	['accountLogCreated', 'Set'],
	['assetTrashed', 'Narrow the list down with Filters > Asset Type or Search, or set'],
	['pageLinkCreated', 'Narrow the list down with Page or Filters > Path, or set'],
	['personCreated', 'Narrow the list down with Filters > Search, or set'],
];

describe('Published with Now, a list that is too long', () => {
	test('is refused with the numbers and the filter, and nothing is remembered', async () => {
		pagesOf20();
		budget.endsAfter(2);
		const polled = trigger();
		await expect(polled.activate()).rejects.toMatchObject({
			name: 'NodeApiError',
			message: `The list is too long for one poll: 40 of ${people().size} records could be read. Narrow the list down with Filters > Search, or set Start From to Everything`,
		});
		expect(calls(sandbox())).toHaveLength(2);
		expect(stateOf(polled)).toBeUndefined();

		budget.endsAfter(NO_END);
		expect(await polled.activate()).toEqual([]);
	});

	test.each(ADVICE)('%s: %s', async (event, words) => {
		sandbox().settings.mostPerPage = 1;
		budget.endsAfter(1);
		await expect(trigger(watchedBy(event).parameters).activate()).rejects.toMatchObject({
			message: expect.stringMatching(`: 1 of .*\\. ${words} Start From to Everything$`) as string,
		});
	});

	test('has more, where the service does not tell how many', async () => {
		Object.assign(sandbox().settings, { mostPerPage: 20, countsSearches: false });
		budget.endsAfter(1);
		await expect(trigger().activate()).rejects.toThrow('20 of an unknown number of records could be read');
	});

	test('keeps what was remembered of another one', async () => {
		const polled = trigger();
		await polled.activate();
		const { saved } = polled;
		sandbox().settings.mostPerPage = 5;
		budget.endsAfter(1);
		await expect(polled.change({ filters: { query: 'a' } })).rejects.toThrow('The list is too long');
		expect(polled.saved).toBe(saved);
		budget.endsAfter(NO_END);
		expect(await polled.change({ filters: {} })).toEqual([]);
		expect(stateOf(polled)).toMatchObject({ count: people().size });
	});
});

describe('A poll that runs out of time', () => {
	test('delivers what it found, and the next one goes on there', async () => {
		pagesOf20();
		const polled = everything();
		budget.endsAfter(2);
		expect(await polled.activate()).toEqual(listed().slice(0, 40));
		sandbox().requests.length = 0;

		budget.endsAfter(NO_END);
		expect(await polled.poll()).toEqual(listed().slice(40));
		expect(queries(sandbox())).toEqual(['cursor=…&limit=100']);
		expect(await polled.poll()).toEqual([]);
	});

	test('goes on at the beginning, where the service gives nothing at the place where it ended', async () => {
		pagesOf20();
		const polled = everything();
		budget.endsAfter(1);
		await polled.activate();
		budget.endsAfter(NO_END);
		sandbox().failNext('internalError', { when: ({ query }) => query.cursor !== undefined });
		expect(await polled.poll()).toEqual(listed().slice(20));
		expect(await polled.poll()).toEqual([]);
	});
});

describe('Where not even one page comes in time', () => {
	test.each([
		['published with Now', { startFrom: 'now' }],
		['published with Everything', { startFrom: 'everything' }],
	])('a workflow that is %s is not published', async (_what, parameters) => {
		sandbox().failNext('unavailable');
		budget.endsAfter(1);
		const polled = trigger(parameters);
		await expect(polled.activate()).rejects.toMatchObject(UNANSWERED);
		expect(calls(sandbox())).toHaveLength(1);
		expect(stateOf(polled)).toBeUndefined();
	});

	test('a poll says so, and the next one finds everything', async () => {
		const polled = trigger();
		await polled.activate();
		const before = JSON.stringify(polled.staticData);
		const person = people().add({ ...nth(people().all()), personId: 'person_in_time' });
		sandbox().failNext('unavailable');
		budget.endsAfter(1);
		await expect(polled.poll()).rejects.toMatchObject(UNANSWERED);
		expect(JSON.stringify(polled.staticData)).toBe(before);
		budget.endsAfter(NO_END);
		expect(await polled.poll()).toEqual([person]);
	});
});
