/** What the properties know of each operation: its endpoint's schema, the places of the form, and what its case adds. */
import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';

import { requestOptionFields } from '../../../../nodes/AudiencePage/fields/requestOptions';
import { operationOf } from '../../../service/judge';
import { schemaAt, type Resolved } from '../../../service/schemaAt';
import { optionsOf } from '../../../support/description';
import { runnable, type Runnable } from '../../../support/everyOperation';
import * as fields from './fields';
import { asText, given, type FormRule } from './given';
import { countsAreWhole, limit, pagedList } from './lists';
import { emailsAreEmails } from './normalized';
import { fieldsToClear } from './special';
import { notTwice } from './structured';

export interface Operation {
	described: Runnable;
	/** The endpoint that it calls. */
	operationId: string;
	fields: fields.Field[];
	rules: FormRule[];
	/** Method and path of the endpoint by which it finds the record first. */
	readFirst?: string;
}

/** A field that stands somewhere in the form. */
type Placed = [path: string, field: INodeProperties];

/** Those of the form; for a collection, those in it that are the operation's own. */
const placed = (all: INodeProperties[]): Placed[] =>
	all.flatMap((field): Placed[] => {
		if (field.type !== 'collection') return [[field.name, field]];
		const own = (field.options ?? []).filter((option): option is INodeProperties => 'type' in option);
		return own
			.filter(({ name }) => !requestOptionFields.some((manner) => manner.name === name))
			.map((inner) => [`${field.name}.${inner.name}`, inner]);
	});

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inPath(path: string, { name, type }: INodeProperties, schema: Resolved): fields.Field {
	const segment = inSnakeCase(name);
	if (type === 'resourceLocator') return fields.located(path, segment);
	const { usual, wild } = fields.valuesFor(schema);
	return schema.pattern === undefined
		? fields.pathId(path, segment)
		: fields.pathId(path, segment, usual, wild);
}

function inQuery(path: string, { name, type, required }: INodeProperties, schema: Resolved): fields.Field {
	if (type === 'resourceLocator') return fields.optional(fields.located(path, name, 'query'));
	if (type === 'boolean') return fields.queryFlag(path);
	if (required) return fields.requiredQueryText(path);
	return schema.enum === undefined
		? fields.queryText(path)
		: fields.queryText(path, fields.valuesFor(schema).usual);
}

function inBody(
	path: string,
	{ type, required, typeOptions }: INodeProperties,
	schema: Resolved,
): fields.Field {
	const values = fields.bodyValues(path.split('.').at(-1) ?? '', schema);
	if (type === 'json') return fields.json(path);
	if (type === 'number') return fields.wholeNumber(path);
	if (typeOptions?.rows !== undefined) return fields.optionalRunningText(path);
	if (schema.default !== undefined) {
		const meant = (value: unknown) => asText(value) ?? (schema.default as unknown);
		const usual = fc.oneof({ weight: 4, arbitrary: values.usual }, fc.constantFrom('', null));
		return fields.bodyText(path, { ...values, usual, meant });
	}
	return required ? fields.bodyText(path, values) : fields.optionalBodyText(path, values);
}

/** Fields that only say what comes out, or where the values of the others come from. */
const NOT_SENT = [
	...['simplify', 'options.outputFields', 'options.pageSize', 'options.previewOnly'],
	...['dataToSend', 'inputsToIgnore'],
];

/** A field of the form as openapi.yaml has it; none for one that is not sent. */
function derivedField({ name, itsCase, isPaged }: Runnable, [path, field]: Placed): fields.Field[] {
	const [operationId] = itsCase.calls;
	const fromPath = schemaAt(operationId, ['path', inSnakeCase(field.name)]);
	if (fromPath) return [inPath(path, field, fromPath)];
	if (path === 'limit') return isPaged ? [] : [limit];
	const fromQuery = schemaAt(operationId, ['query', field.name]);
	if (fromQuery) return [inQuery(path, field, fromQuery)];
	const fromBody = schemaAt(operationId, ['body', field.name]);
	if (fromBody) return [inBody(path, field, fromBody)];

	if (path === 'returnAll') return [pagedList];
	if (NOT_SENT.includes(path)) return [];
	const values = optionsOf(field).map(({ value }) => value);
	if (path === 'fieldsToClear') return [fieldsToClear(values.map(String))];
	if (field.type === 'options') {
		const chosen = given(path, fc.constantFrom(...values), { isFixed: true });
		return [{ usual: chosen, wild: chosen }];
	}
	throw new Error(
		`openapi.yaml has nothing like ${path} of ${name}: its case needs specialFields, or hasOwnFormTest`,
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

/** Rules of forms that have such fields. */
function rulesFor(paths: string[]): FormRule[] {
	const rules: Array<[isThere: boolean, rule: FormRule]> = [
		[paths.includes('limit'), countsAreWhole],
		[paths.some((path) => path.startsWith('updateFields.')), nothingToUpdate],
		[paths.some((path) => paths.includes(`${path}Json`)), notTwice],
	];
	return rules.filter(([isThere]) => isThere).map(([, rule]) => rule);
}

function derived(operation: Runnable): Operation {
	const { specialFields = [], formRules = [], calls } = operation.itsCase;
	const [operationId, ...others] = calls;
	const special = specialFields.flatMap(({ paths }) => paths);
	const isSpecial = (path: string) => special.some((one) => path === one || path.startsWith(`${one}.`));
	const all = placed(operation.fields);
	const plain = all.filter(([path]) => !isSpecial(path));
	// Fields to Clear first, so that a field that is set and cleared is judged by what it is set to.
	plain.sort(([one], [other]) => Number(other === 'fieldsToClear') - Number(one === 'fieldsToClear'));
	return {
		described: operation,
		operationId,
		fields: [
			...plain.flatMap((one) => derivedField(operation, one)),
			...specialFields.map(({ field }) => field),
		],
		rules: [
			...formRules,
			emailsAreEmails,
			...rulesFor(all.map(([path]) => path)),
			...plain.filter(([, { required }]) => required).map(([path]) => isFilled(path)),
		],
		readFirst: others
			.map(operationOf)
			.filter(({ method }) => method === 'GET')
			.map(({ method, path }) => `${method} ${path}`)[0],
	};
}

/** Every operation whose form is like its request. */
export const operations: Operation[] = runnable.filter(({ itsCase }) => !itsCase.hasOwnFormTest).map(derived);
