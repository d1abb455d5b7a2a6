import Ajv from 'ajv';
import { runnable } from '../support/everyOperation';
import { runNode } from '../support/runNode';
import { useSandbox } from '../support/services';
import { OUTPUTS } from './outputs';
import type { PlainSchema } from './schema';

const sandbox = useSandbox();

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strict: false });

/** The fields of a preview by their paths, such as `.linkedPersons[].name`. */
const pathsOfSchema = ({ properties = {}, items }: PlainSchema, path = ''): string[] => [
	path,
	...Object.entries(properties).flatMap(([name, property]) =>
		pathsOfSchema(property, `${path}.${name}`),
	),
	...(items ? pathsOfSchema(items, `${path}[]`) : []),
];

/** The fields of a value, likewise. */
function pathsOfValue(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [path];
	const nested = Array.isArray(value)
		? value.flatMap((element) => pathsOfValue(element, `${path}[]`))
		: Object.entries(value).flatMap(([name, field]) => pathsOfValue(field, `${path}.${name}`));
	return [path, ...nested];
}

test.each(runnable)(
	'the default output of $name is as its preview says, with every field that it lists, and no other',
	async ({ name, parameters, testCase }) => {
		const schema = OUTPUTS[name]!;
		const usual = { ...parameters };
		delete usual.output;
		const { json: records, error } = await runNode(sandbox(), usual);
		expect(error).toBeUndefined();
		const validate = ajv.compile(schema);
		expect(records.length).toBeGreaterThan(0);
		for (const record of records) expect(validate(record) ? [] : validate.errors).toEqual([]);
		const paths = new Set(records.flatMap((record) => pathsOfValue(record)));
		const missing = pathsOfSchema(schema).filter((path) => !paths.has(path));
		expect(missing).toEqual(testCase.neverGiven ?? []);
		const fields = new Set(records.flatMap((record) => Object.keys(record)));
		expect([...fields].filter((field) => !(field in (schema.properties ?? {})))).toEqual([]);
	},
);
