/** What the tests of operations that look for people share. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../../service/sandbox';
import { defaultSettings } from '../../../../service/settings';
import { runNode, type NodeRun } from '../../../../support/runNode';
import { useSandbox } from '../../../../support/services';
import { useVirtualTime } from '../../../../support/virtualTime';
import type { Service, WorkflowOptions } from '../../../../support/workflow';

export const SEARCH = 'GET /v0/persons/search';
export const CREATE = 'POST /v0/persons';
export const update = (personId: string | undefined) => `PATCH /v0/persons/${personId}`;

/** A sandbox for the tests of a file: each begins with nobody in it, whom no process remembers. */
export function useNobody() {
	const sandbox = useSandbox({ sizes: { persons: 0 } });
	useVirtualTime();
	const people = () => sandbox().store.persons.all();
	const removeAll = () => {
		for (const { personId } of [...people()]) sandbox().store.persons.remove(personId);
		// A request takes time: what is read later is newer.
		const onRequest = () => void jest.advanceTimersByTime(1);
		Object.assign(sandbox().settings, defaultSettings(), { onRequest });
	};
	beforeEach(removeAll);
	return { sandbox, people, removeAll };
}

/** Create or Update, for Ada. */
export const UPSERT = {
	resource: 'person',
	operation: 'upsert',
	matchValue: 'ada@acme.com',
	name: 'Ada Lovelace',
};

/** Runs Create or Update, for Ada unless told otherwise. */
export const upsert = async (
	service: Service,
	parameters: INodeParameters = {},
	options: WorkflowOptions = {},
): Promise<NodeRun> => await runNode(service, { ...UPSERT, ...parameters }, options);

/** Adds a person to the sandbox. */
export function addPerson({ store }: Sandbox, fields: IDataObject) {
	return store.persons.add({
		personId: `person_${store.persons.size}`,
		name: 'Somebody',
		email: null,
		domain: null,
		slug: 'somebody',
		phoneNumber: null,
		linkedinProfileUrl: null,
		createdAt: '+1735689600000',
		updatedAt: '+1735689600000',
		...fields,
	});
}

export const outcomes = ({ json }: NodeRun) => json.map(({ outcome }) => outcome);

/** The requests that write. */
export const writes = ({ requests }: Sandbox) => requests.filter(({ method }) => method !== 'GET');
