import type { IDataObject } from 'n8n-workflow';
import type { Collection } from '../../../service/store';
import { defaultSettings } from '../../../service/settings';
import { useSandbox } from '../../../support/services';
import type { Trigger } from '../../../support/Trigger';

/** For the tests of a file: a sandbox of a few people, with two on each page of its list. */
export function usePeople() {
	const sandbox = useSandbox({ sizes: { persons: 0 } });
	beforeEach(() => Object.assign(sandbox().settings, defaultSettings(), { mostPerPage: 2 }));
	const people = () => sandbox().store.persons as unknown as Collection<IDataObject>;

	/** Has the list hold the people with these numbers, in this order. */
	const hold = (...numbers: number[]): void => {
		for (const { personId } of [...people().all()]) people().remove(personId as string);
		for (const n of numbers) people().add({ personId: `p${n}`, name: `Name ${n}` });
	};

	/** The numbers of the people that a poll delivers, and how many list pages it reads. */
	const poll = async (trigger: Trigger): Promise<{ people: number[]; pages: number }> => {
		sandbox().requests.length = 0;
		const records = await trigger.poll();
		return { people: numbersOf(records), pages: sandbox().requests.length };
	};

	return { sandbox, hold, poll };
}

export const numbersOf = (records: IDataObject[]): number[] =>
	records.map(({ personId }) => Number(String(personId as string).slice(1)));
