/** What the tests of Create or Update share. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../service/sandbox';
import { runNode, type NodeRun } from '../../../../support/runNode';
import type { Service, WorkflowOptions } from '../../../../support/workflow';

export const SEARCH = 'GET /v0/persons/search';
export const CREATE = 'POST /v0/persons';
export const update = (personId: string | undefined) => `PATCH /v0/persons/${personId}`;

/** Runs the operation, for Ada unless told otherwise. */
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

/** A person who is in the sandbox already. */
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
