/**
 * A field that is left empty changes nothing, in whatever way it is empty: "" as the form and as agents give it,
 * spaces, and "", null and undefined from expressions. What 0, false and [] come to, the properties say.
 */
import type { INodeParameters } from 'n8n-workflow';

import { isTried } from '../../support/cases';
import { runNode } from '../../support/runNode';
import { useSandbox } from '../../support/services';
import { filled, optionalFields } from './optionalFields';

const sandbox = useSandbox();

/** Else the next run of Create or Update would find them. */
function removePersons(): void {
	const { persons } = sandbox().store;
	for (const { personId, email } of [...persons.all()]) {
		if (email === 'nathan@acme.com') persons.remove(personId);
	}
}

const EMPTY = [
	['""', ''],
	['"" from an expression', '={{ "" }}'],
	['null', '={{ null }}'],
	['undefined', '={{ undefined }}'],
	['spaces', ' \u00a0\t'],
	['a line break from an expression', '={{ "\\r\\n" }}'],
];

/** What the service gets, and what the user reads of a mistake. */
async function whatComes(parameters: INodeParameters) {
	sandbox().requests.length = 0;
	// One execution: keys that the node makes are the same.
	const { error } = await runNode(sandbox(), parameters, { executionId: 'execution-1' });
	removePersons();
	const requests = sandbox().requests.map(({ method, path, query, body }) => ({ method, path, query, body }));
	return { message: error?.message, requests };
}

describe.each(optionalFields.map((field, n) => ({ ...field, n })))('$title, empty', (field) => {
	let without: Awaited<ReturnType<typeof whatComes>>;
	beforeAll(async () => {
		// A script that is added is on; one with nothing in it is none.
		const isSwitch = field.field.name === 'enabled';
		without = await whatComes(filled(field, isSwitch ? '' : undefined));
	});

	// What the form gives always.
	const takesExpressions = field.field.noDataExpression !== true;
	const tried = EMPTY.filter(([, value = ''], n) =>
		value.startsWith('=') ? takesExpressions && isTried(n + field.n) : n === 0 || isTried(n + field.n),
	);
	test.each(tried)('%s', async (_what, value) => {
		expect(without.requests).not.toEqual([]);
		expect(await whatComes(filled(field, value))).toEqual(without);
	});
});
