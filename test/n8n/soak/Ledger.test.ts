import type { ExecutionStatus, INode, INodeExecutionData } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { nth } from '../../support/records';
import { Run } from '../harness/run';
import { NODE } from '../harness/steps';
import { Ledger } from './Ledger';
import { ITEMS, markOf } from './operations';

const RUN = '7';

/** A run whose items have failed with these messages; the others have done what they should. */
function runOf(errors: Record<number, string> = {}, items = ITEMS, status: ExecutionStatus = 'success'): Run {
	const main: INodeExecutionData[][] = [[], []];
	for (let item = 0; item < items; item++) {
		const error = errors[item];
		const output = error === undefined ? 0 : 1;
		main[output]!.push({ json: error === undefined ? {} : { error }, pairedItem: { item } });
	}
	const turn = { startTime: 0, executionTime: 1, executionIndex: 0, source: [], data: { main } };
	return new Run(RUN, status, { runData: { [NODE]: [turn] } }, [{ name: NODE } as INode]);
}

describe('the ledger of a soak', () => {
	let sandbox: Sandbox;
	let ledger: Ledger;

	beforeEach(async () => {
		sandbox = await startSandbox();
		ledger = new Ledger(sandbox);
	});
	afterEach(() => sandbox.close());

	const addPersons = (...items: number[]) => {
		const { persons } = sandbox.store;
		for (const item of items) {
			const personId = `person_${persons.size}`;
			persons.add({ ...nth(persons.all()), personId, name: markOf(RUN, item) });
		}
	};
	const all = Array.from({ length: ITEMS }, (_, item) => item);
	const allBut = (item: number) => all.filter((one) => one !== item);

	it('finds nothing where all is there once', () => {
		addPersons(...all);
		ledger.enter('person.create', runOf());
		expect(ledger.close()).toEqual([]);
		expect(ledger).toMatchObject({ itemsIn: ITEMS, itemsOut: ITEMS });
	});

	it('finds what is lost, doubled, or in no run', () => {
		addPersons(...allBut(2), 3, 99);
		ledger.enter('person.create', runOf());
		expect(ledger.close()).toEqual([
			'person.create: soak-7-2 is done, and there 0 times',
			'person.create: soak-7-3 is done, and there 2 times',
			'soak-7-99 is there, and in no run',
		]);
	});

	it('finds an item that a run is silent about, and a run that failed', () => {
		ledger.enter('page.getAll', runOf({}, ITEMS - 1, 'error'));
		expect(ledger.close()).toEqual([
			'page.getAll: run 7 is error',
			`page.getAll: run 7 tells of ${ITEMS - 1} of ${ITEMS} items`,
		]);
	});
});
