/** What changes one record goes one after the other, and several records at once. In which order, scheduler.test.ts says. */
import { until } from '../../../service/testClient';
import { ID_EXPRESSIONS, runnableNamed } from '../../../support/everyOperation';
import { linkedItems } from '../../../support/itemLinks';
import { times, useBench } from './bench';

const bench = useBench();

test.each(['account.update', 'page.update', 'person.update', 'topicEntry.update', 'audienceMessage.restore'])(
	'%s',
	async (name) => {
		const { sandbox } = bench();
		const chances = { unavailable: 0.1, resetBefore: 0.1, tooManyRequests: 0.1 };
		Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances });
		sandbox.settings.onRequest = async () => await until(() => sandbox.mostInFlight >= 2);
		const records = linkedItems(sandbox);
		const items = times(30, (n) => ({ ...records[n % 3], n }));
		await bench().run(runnableNamed(name).parametersFor(ID_EXPRESSIONS), {
			items,
			onError: 'continueRegularOutput',
		});
		const { requests } = sandbox;
		expect(requests.length).toBeGreaterThan(items.length);
		// The snapshots of an audience are put in each other's place.
		const recordOf = ({ path }: (typeof requests)[number]) => path.replace(/\/messages\/.*/, '');
		expect(new Set(requests.map(recordOf)).size).toBe(3);
		for (const [at, request] of requests.entries()) {
			const before = requests
				.slice(0, at)
				.filter((one) => recordOf(one) === recordOf(request))
				.at(-1);
			expect(request.startedAt).toBeGreaterThanOrEqual(before?.endedAt ?? 0);
		}
	},
);
