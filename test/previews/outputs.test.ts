import Ajv from 'ajv';
import { runnable } from '../support/everyOperation';
import { runNode } from '../support/runNode';
import { useSandbox } from '../support/services';
import { OUTPUTS } from './outputs';
import type { PlainSchema } from './schema';

const sandbox = useSandbox();

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strict: false });

/** The fields of a preview by their paths, such as `.linkedPersons[].name`. */
const listed = ({ properties = {}, items }: PlainSchema, path = ''): string[] => [
	path,
	...Object.entries(properties).flatMap(([name, schema]) => listed(schema, `${path}.${name}`)),
	...(items ? listed(items, `${path}[]`) : []),
];

/** The fields of a value, likewise. */
function given(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [path];
	if (Array.isArray(value))
		return [path, ...value.flatMap((element) => given(element, `${path}[]`))];
	return [
		path,
		...Object.entries(value).flatMap(([name, inner]) => given(inner, `${path}.${name}`)),
	];
}

test.each(runnable)(
	'the default output of $name is as its preview says, with every field that it lists, and no other',
	async ({ name, parameters, itsCase }) => {
		const schema = OUTPUTS[name]!;
		const usual = { ...parameters };
		delete usual.output;
		const { json: records, error } = await runNode(sandbox(), usual);
		expect(error).toBeUndefined();
		const validate = ajv.compile(schema);
		expect(records.length).toBeGreaterThan(0);
		for (const one of records) expect(validate(one) ? [] : validate.errors).toEqual([]);
		const all = new Set(records.flatMap((one) => given(one)));
		expect(listed(schema).filter((path) => !all.has(path))).toEqual(itsCase.neverGiven ?? []);
		const topLevel = new Set(records.flatMap((one) => Object.keys(one)));
		expect([...topLevel].filter((field) => !(field in (schema.properties ?? {})))).toEqual([]);
	},
);
