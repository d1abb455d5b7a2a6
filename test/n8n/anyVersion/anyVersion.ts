/** The tests that `testVersion.ts` runs, on the n8n in the folder that it names. */
import { HARMLESS, newerCalls } from '../versions/newerCalls';
import { testVersion } from '../versions/version';

const folder = process.env.N8N_TO_TRY ?? '';

describe('this n8n', () => {
	it('has all that the node calls, except what does no harm', () => {
		expect(newerCalls(folder).filter((call) => !HARMLESS.includes(call))).toEqual([]);
	});

	testVersion(folder);
});
