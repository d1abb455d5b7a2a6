/** How long a poll may take, and what becomes of a list that is too long for it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { defaultSettings } from '../../../service/settings';
import { watched } from '../../../support/everyEvent';
import { usePollBudget } from '../../../support/pollBudget';
import { calls } from '../../../support/sent';
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
const pagesOf20 = () => (sandbox().settings.mostPerPage = 20);

const people = () => sandbox().store.persons;
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

/** A list in one answer cannot be too long for a poll: it is refused as a list. */
const withPages = watched.filter(({ isPaged }) => isPaged);

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

	test.each(withPages)('$event names its filters, if it has any', async ({ parameters, itsCase }) => {
		const { narrowedBy } = itsCase;
		const words = narrowedBy === undefined ? 'Set' : `Narrow the list down with ${narrowedBy}, or set`;
		sandbox().settings.mostPerPage = 1;
		budget.endsAfter(1);
		await expect(trigger(parameters).activate()).rejects.toMatchObject({
			message: expect.stringMatching(`: 1 of .*\\. ${words} Start From to Everything$`) as string,
		});
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
});
