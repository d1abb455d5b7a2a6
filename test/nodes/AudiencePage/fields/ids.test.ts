/** No ID leads out of its place in a path: every ID of every operation. What else an ID may be, see properties. */
import type { INodeParameters } from 'n8n-workflow';

import { operations as endpoints } from '../../../service/judge';
import { runnable } from '../../../support/everyOperation';
import { byId } from '../../../support/locators';
import { runNode } from '../../../support/runNode';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const ID_IN_PATH = /\$parameter\["(\w+)"\]/g;

/** Every ID in the path of an operation. */
const ids = runnable.flatMap(({ name, fields, option, parameters }) =>
	[...String(option.routing?.request?.url).matchAll(ID_IN_PATH)].map(([, id = '']) => {
		const field = fields.find((one) => one.name === id);
		if (field === undefined) throw new Error(`${name} has no field ${id}`);
		return { title: `${name}: ${id}`, field, parameters };
	}),
);

const filled = ({ field, parameters }: (typeof ids)[number], value: string): INodeParameters => ({
	...parameters,
	[field.name]: field.type === 'resourceLocator' ? byId(value) : value,
});

test('the paths of the interface have as many IDs', () => {
	expect(ids).toHaveLength(endpoints.flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []).length);
});

describe.each(ids)('$title', (id) => {
	test.each([
		['={{ "" }}', 'must not be empty'],
		['..', 'must be an ID, not a path'],
		['a/../b', 'must be an ID, not a path'],
		['..\\x', 'must be an ID, not a path'],
		['={{ "\\ud83d" }}', 'must not contain an invalid Unicode character'],
		['={{ ["a"] }}', 'must be text'],
	])('%j is refused before anything is sent', async (value, rule) => {
		const { error } = await runNode(sandbox(), filled(id, value));
		expect(error?.message).toContain(`${id.field.displayName} ${rule}`);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(calls(sandbox())).toEqual([]);
	});
});
