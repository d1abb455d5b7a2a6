/**
 * docs/SERVICE-INTERFACE.md, which people read, and openapi.yaml, by which tests judge, say the
 * same.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../docs/root';
import { operations, schemaOf, type Operation } from './judge';
import { resolved, type Resolved, type Written } from './schemaAt';

/** The sections of the page by their numbers, such as `4.8`. */
const sections = new Map(
	readFileSync(join(ROOT, 'docs/SERVICE-INTERFACE.md'), 'utf8')
		.split(/^#{2,3} (?=\d)/m)
		.slice(1)
		.map((text) => [/^\d+(\.\d+)?/.exec(text)?.[0] ?? '', text]),
);

const sectionOf = (number: string): string => sections.get(number) ?? '';

/** The names and values in a text, but those that it says are not there. */
const namesIn = (text: string): string[] =>
	[
		...text
			.replace(/(there is no|in place of) `\w+`( and\s`\w+`)?/g, '')
			.matchAll(/`([a-z][\w-]*)`/g),
	].map(([, name = '']) => name);

/** The section with those that it links to, such as `#22-person`. */
const withLinked = (text: string): string => {
	const numbers = [...text.matchAll(/\(#(\d)(\d+)-/g)].map(
		([, chapter, section]) => `${chapter}.${section}`,
	);
	return [text, ...numbers.map(sectionOf)].join('\n');
};

/** The rows of a table whose first cell has names: those, and the second cell. */
const rowsOf = (text: string): Array<{ names: string[]; second: string }> =>
	[...text.matchAll(/^\| (`.*?) \| (.*?) \|/gm)].map(([, first = '', second = '']) => ({
		names: namesIn(first),
		second,
	}));

/** What should be named, and isn't. */
const missing = (names: unknown[], named: unknown[]): unknown[] =>
	names.filter((name) => !named.includes(name));

type Property = [name: string, schema: Resolved];

/** Every property of a schema, and of those within it. */
function propertiesOf(schema: Written): Property[] {
	const { properties = {}, items } = resolved(schema);
	const own = Object.entries(properties).flatMap(([name, property]): Property[] => [
		[name, resolved(property)],
		...propertiesOf(property),
	]);
	return items === undefined ? own : [...own, ...propertiesOf(items)];
}

const valuesOf = ({
	enum: values = [],
	examples = [],
	default: usual,
	items,
}: Resolved): unknown[] => [
	...values,
	...(examples as unknown[]),
	usual,
	...(items === undefined ? [] : valuesOf(resolved(items))),
];

/** All that a text about these properties may name. */
const vocabularyOf = (properties: Property[]): unknown[] =>
	properties.flatMap(([name, schema]) => [name, ...valuesOf(schema)]);

const bodyOf = ({ requestBody }: Operation): Written =>
	requestBody?.content['application/json']?.schema ?? {};
const answerOf = ({ responses }: Operation): Written =>
	responses['2XX']?.content?.['application/json']?.schema ?? {};
const parametersOf = ({ parameters }: Operation, place: string): Property[] =>
	parameters
		.filter((parameter) => parameter.in === place)
		.map(({ name, schema = {} }) => [name, resolved(schema as Written)]);

const isNullable = ({ type }: Resolved): boolean => [type].flat().includes('null');

const RECORDS = {
	2.1: 'Account',
	2.2: 'Person',
	2.3: 'AccountLog',
	2.4: 'PersonLog',
	2.5: 'Metadata',
	2.6: 'Page',
	2.7: 'Audience',
	2.8: 'MessageHistory',
	2.9: 'Asset',
	'2.10': 'PageLink',
	2.11: 'TopicEntry',
	2.12: 'AudienceAnalytics',
};

test.each(Object.entries(RECORDS))(
	'section %s has the fields and values of %s, and says which can be null',
	(number, record) => {
		const section = sectionOf(number);
		const properties = propertiesOf(schemaOf(record));
		const fieldNames = properties.map(([name]) => name);
		expect(missing(fieldNames, namesIn(withLinked(section)))).toEqual([]);
		expect(missing(namesIn(section), vocabularyOf(properties))).toEqual([]);
		const { properties: fields = {} } = resolved(schemaOf(record));
		for (const { names, second } of rowsOf(section)) {
			const nullable = names.filter((name) => isNullable(resolved(fields[name] ?? {})));
			expect(nullable).toEqual(second.includes('or null') ? names : []);
		}
	},
);

test('section 4 lists the endpoints of openapi.yaml', () => {
	const listed = [...sectionOf('4').matchAll(/^\| \[4\.\d+\].*? \| `(.*?)` \|/gm)];
	expect(listed.map(([, endpoint]) => endpoint).sort()).toEqual(
		operations.map(({ method, path }) => `${method} ${path}`).sort(),
	);
});

test.each(operations)(
	'the section of $method $path has what it takes and answers, and what it requires',
	(operation) => {
		const { method, path } = operation;
		const section = [...sections]
			.filter(([number]) => number.startsWith('4.'))
			.map(([, text]) => text)
			.find((text) => text.includes(`\`${method} ${path}\``))!;
		const query = parametersOf(operation, 'query');
		const body = resolved(bodyOf(operation));
		const requested = [...query.map(([name]) => name), ...Object.keys(body.properties ?? {})];
		expect(missing(requested, namesIn(withLinked(section)))).toEqual([]);
		const properties = [bodyOf(operation), answerOf(operation)].flatMap(propertiesOf);
		expect(missing(namesIn(section), vocabularyOf([...query, ...properties]))).toEqual([]);
		const rows = rowsOf(section).filter(({ second }) => second.includes('required'));
		const required = rows.length > 0 ? body.required : [];
		expect(rows.flatMap(({ names }) => names)).toEqual(required);
	},
);

function limitsOf({ minLength, maxLength, minimum, maximum, pattern }: Resolved): string[] {
	const limits = pattern === undefined ? [] : [`\`${pattern}\``];
	if (maximum !== undefined) limits.push(`${minimum} to ${maximum}`);
	if (maxLength !== undefined) limits.push(`${minLength} to ${maxLength} characters`);
	else if (minLength !== undefined) limits.push(`at least ${minLength} character`);
	return limits;
}

const everyProperty = operations.flatMap((operation): Property[] => [
	...parametersOf(operation, 'path').map(
		([name, schema]): Property => [
			name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
			schema,
		],
	),
	...[bodyOf(operation), answerOf(operation)].flatMap(propertiesOf),
]);

/** Limits that only sections 2.4, 4.8 and 4.17 give; timestamps have one in section 2. */
const GIVEN_ELSEWHERE = /^(personLogId|nextCursor|.*At)$/;

const limits = [...sectionOf('8').matchAll(/^\| (?!Limit|-)(.*?) \| (.*) \|$/gm)];

test.each(limits.map(([, limit = '', names = '']) => [limit, names]))(
	'section 8: %s applies to %s',
	(limit, names) => {
		const limited = everyProperty
			.filter(([, schema]) => limitsOf(schema).includes(limit))
			.map(([name]) => name)
			.filter((name) => !GIVEN_ELSEWHERE.test(name));
		expect([...new Set(limited)].sort()).toEqual(namesIn(names).sort());
	},
);
