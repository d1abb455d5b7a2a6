/**
 * What the properties know of each operation: its endpoint's schema, the places of the form, and
 * what its case adds.
 */
import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';
import { requestOptionFields } from '../../../../nodes/AudiencePage/fields/collections';
import { operationOf } from '../../../service/judge';
import { schemaAt, type Resolved } from '../../../service/schemaAt';
import { nested, optionsOf, structuredIn } from '../../../support/description';
import { runnable, type Runnable } from '../../../support/everyOperation';
import * as fields from './fields';
import { asText, given, type FormRule } from './given';
import { personName, textsAreFit } from './normalized';
import { limit, limitIsWhole } from './special';
import { empties, ids, badIds, texts } from './values';

export interface Operation {
	described: Runnable;
	/** The endpoint that it calls. */
	operationId: string;
	fields: fields.Field[];
	rules: FormRule[];
	/** Method and path of the endpoint by which it finds the record first. */
	readFirst?: string;
}

/** Where a field stands in the form, and the field. */
type Placed = [path: string, field: INodeProperties];

/**
 * Fields that only say what comes out or how, where the values of others come from, or of which
 * other tests say all.
 */
const NOT_SENT = [
	...'simplify dataToSend inputsToIgnore splitBy returnAll fieldsToClear idempotencyKeyMode'.split(
		' ',
	),
	...'outputFields pageSize previewOnly includeNames compareWithPrevious findBy overwrite'.split(
		' ',
	),
	...['invalidValues', 'phoneCountryCode'],
	...requestOptionFields.map(({ name }) => name),
];

const inSnakeCase = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inPath(path: string, { name, type }: INodeProperties, schema: Resolved): fields.Field {
	const segment = inSnakeCase(name);
	if (type === 'resourceLocator') return fields.located(path, ['path', segment]);
	const values =
		schema.pattern === undefined ? { usual: ids, wild: badIds } : fields.valuesFor(schema);
	return fields.pathId(path, segment, values);
}

function inQuery(
	path: string,
	{ name, type, required }: INodeProperties,
	schema: Resolved,
): fields.Field {
	if (type === 'resourceLocator') return fields.optional(fields.located(path, ['query', name]));
	if (type === 'boolean') return fields.queryFlag(path, name);
	if (required) return fields.queryText(path, name, texts);
	const filled = schema.enum === undefined ? texts : fields.valuesFor(schema).usual;
	return fields.optional(
		fields.queryText(path, name, fc.oneof({ weight: 6, arbitrary: filled }, empties)),
	);
}

function inBody(
	path: string,
	field: INodeProperties,
	schema: Resolved,
	ofPerson: boolean,
): fields.Field {
	const { name, type, required, typeOptions } = field;
	if (type === 'json') return fields.json(path);
	if (type === 'number') return fields.wholeNumber(path);
	if (type === 'resourceLocator') return fields.located(path, ['body', name]);
	if (schema.type === 'array') return fields.textList(path);
	if (typeOptions?.rows !== undefined) return fields.runningText(path, schema, required);
	const own = ofPerson && name === 'name' ? { meant: personName } : {};
	const values = { ...fields.bodyValues(name, schema), ...own };
	if (schema.default !== undefined) {
		const meant = (value: unknown) => asText(value) ?? (schema.default as unknown);
		const usual = fc.oneof({ weight: 4, arbitrary: values.usual }, fc.constantFrom('', null));
		return fields.bodyText(path, { ...values, usual, meant });
	}
	return required ? fields.bodyText(path, values) : fields.optionalBodyText(path, values);
}

/** A field of the form as openapi.yaml has it; none for one that is not sent. */
function derivedField(operation: Runnable, [path, field]: Placed): fields.Field[] {
	const { name, itsCase, isPaged, maxLimit = 0 } = operation;
	const [operationId] = itsCase.calls;
	const fromPath = schemaAt(operationId, ['path', inSnakeCase(field.name)]);
	if (fromPath) return [inPath(path, field, fromPath)];
	if (path === 'limit') return [limit(Math.min(isPaged ? 100 : Infinity, maxLimit))];
	const fromQuery = schemaAt(operationId, ['query', field.name]);
	if (fromQuery) return [inQuery(path, field, fromQuery)];
	const fromBody = schemaAt(operationId, ['body', field.name]);
	if (fromBody) return [inBody(path, field, fromBody, operationId.endsWith('Person'))];

	const choices = optionsOf(field).map(({ value }) => value);
	if (field.type === 'options') {
		const chosen = given(path, fc.constantFrom(...choices), { isFixed: true });
		return [{ usual: chosen, wild: chosen }];
	}
	throw new Error(
		`${path} of ${name} is not in openapi.yaml: its case needs specialFields, or hasOwnFormTest`,
	);
}

/** A field that the form asks for has to have a value, whatever the interface says of it. */
const isFilled =
	(path: string): FormRule =>
	(givens) =>
		givens.some(({ parameter, meant }) => parameter === path && meant !== undefined) ? [] : [path];

/** An update that changes nothing is a mistake of the one who filled the form. */
const nothingToUpdate: FormRule = (givens) =>
	givens.some(({ at, meant }) => at?.[0] === 'body' && meant !== undefined) ? [] : ['updateFields'];

function derived(operation: Runnable): Operation {
	const { specialFields = [], formRules = [], calls } = operation.itsCase;
	const [operationId, ...others] = calls;
	const read = others.map(operationOf).find(({ method }) => method === 'GET');
	const all = operation.fields.flatMap((field) => nested(field));
	// Of structured fields fields/structured.test.ts says all.
	const structured = structuredIn(operation.fields).map(
		({ group, field }) => `${group}.${field.name}`,
	);
	const special = [
		...specialFields.flatMap(({ paths }) => paths),
		...structured.flatMap((path) => [path, `${path}Json`]),
	];
	const isSpecial = (path: string) =>
		special.some((one) => path === one || path.startsWith(`${one}.`));
	const plain = all.filter(
		([path, { type, name }]) =>
			type !== 'collection' && !NOT_SENT.includes(name) && !isSpecial(path),
	);
	return {
		described: operation,
		operationId,
		fields: [
			...plain.flatMap((one) => derivedField(operation, one)),
			...specialFields.map(({ field }) => field),
		],
		rules: [
			...[...formRules, textsAreFit, limitIsWhole],
			...(all.some(([path]) => path.startsWith('updateFields.')) ? [nothingToUpdate] : []),
			...plain.filter(([, { required }]) => required).map(([path]) => isFilled(path)),
		],
		readFirst: read && `${read.method} ${read.path}`,
	};
}

/** Every operation whose form is like its request. */
export const operations: Operation[] = runnable
	.filter(({ itsCase }) => !itsCase.hasOwnFormTest)
	.map(derived);
