/** What the tests of operations that look for people share. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { Sandbox } from '../../../../service/sandbox';
import { defaultSettings } from '../../../../service/settings';
import { runNode, type NodeRun } from '../../../../support/runNode';
import { useSandbox, withAnswers, type Answer } from '../../../../support/services';
import type { Service, WorkflowOptions } from '../../../../support/workflow';

export const SEARCH = 'GET /v0/persons/search';
export const CREATE = 'POST /v0/persons';
export const update = (personId: string | undefined) => `PATCH /v0/persons/${personId}`;

let tests = 0;

/** A sandbox for the tests of a file: each begins with nobody in it, and no wait takes time. */
export function useNobody() {
	const sandbox = useSandbox({ sizes: { persons: 0 } });
	const people = () => sandbox().store.persons.all();
	beforeEach(() => {
		for (const { personId } of [...people()]) sandbox().store.persons.remove(personId);
		// The process remembers whom it has created, by the key of the service.
		sandbox().apiKey = `key-${++tests}`;
		Object.assign(sandbox().settings, defaultSettings(), { otherApiKeys: [sandbox().apiKey] });
		jest.spyOn(waiting, 'delay').mockResolvedValue();
	});
	afterEach(() => jest.restoreAllMocks());
	return { sandbox, people };
}

/** Runs Create or Update, for Ada unless told otherwise. */
export const upsert = async (
	service: Service,
	parameters: INodeParameters = {},
	options: WorkflowOptions = {},
): Promise<NodeRun> =>
	await runNode(
		service,
		{
			resource: 'person',
			operation: 'upsert',
			matchValue: 'ada@acme.com',
			name: 'Ada Lovelace',
			...parameters,
		},
		options,
	);

/** The same at a service that gives these answers, and what it was sent. */
export const upsertAt = async (answers: Answer[], parameters: INodeParameters = {}) =>
	await withAnswers(answers, async (service) => ({
		...(await upsert({ url: service.url, apiKey: `key-${++tests}` }, parameters)),
		requests: service.requests.map((request) => request.split('?')[0]),
	}));

/** A page of people as the service lists them. */
export const pageOf = (items: IDataObject[], totalCount?: unknown, next?: string): Answer => ({
	body: { items, totalCount, hasMore: next !== undefined, nextCursor: next ?? null },
});

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
