/** Switches in the body, and JSON fields with nothing in them; of all other fields, see properties/. */
import {
	flag,
	record,
	recordOf,
	structured,
	structuredOrJson,
} from '../../../../nodes/AudiencePage/fields/structured';
import { afterHooks, formWith } from '../../../support/form';

const hidden = structured(flag('Hidden', 'hidden', 'Whether it is hidden'));
const sent = async (value: unknown) =>
	(await afterHooks(hidden, formWith({}), { body: { hidden: value } })).body;

test.each<[unknown, object]>([
	[true, { hidden: true }],
	[false, { hidden: false }],
	['false', { hidden: false }],
	['', {}],
])('A switch that says %j sends %j', async (value, body) => {
	expect(await sent(value)).toEqual(body);
});

test.each([0, 1, 'yes', NaN, {}])('A switch refuses %j', async (value) => {
	await expect(sent(value)).rejects.toThrow('Hidden must be true or false');
});

test('A JSON field with nothing in it sends nothing', async () => {
	const [, json] = structuredOrJson(record('Content', 'content', 'What it says', recordOf([])));
	expect((await afterHooks(json!, formWith({}), { body: {} })).body).toEqual({});
});
