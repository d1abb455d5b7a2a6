import { OLDEST_N8N } from '../harness/install';
import { HARMLESS, newerCalls } from './newerCalls';

describe('what is newer than the oldest n8n', () => {
	it('is called only where it is known to do no harm', () => {
		expect(newerCalls(OLDEST_N8N)).toEqual(HARMLESS);
	});
});
