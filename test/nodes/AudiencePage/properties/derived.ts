/** What the properties know of each operation: its endpoint's schema, the places of the form, and what its case adds. */
import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';

import { requestOptionFields } from '../../../../nodes/AudiencePage/fields/requestOptions';
import { operationOf } from '../../../service/judge';
import { schemaAt, type Resolved } from '../../../service/schemaAt';
import { optionsOf } from '../../../support/description';
import { runnable, type Runnable } from '../../../support/everyOperation';
import {
	bodyText,
	bodyValues,
	json,
	located,
	optional,
	optionalBodyText,
	optionalRunningText,
	pathId,
	queryFlag,
	queryText,
	requiredQueryText,
	valuesFor,
	wholeNumber,
	type Field,
} from './fields';
import { fieldsToClear } from './special';
import { asText, given } from './given';
import { countsAreWhole, limit, pagedList } from './lists';
import type { FormRule, Operation } from './operation';
import { emailsAreEmails } from './normalized';
import { notTwice } from './structured';

/** A field that stands somewhere in the form. */
type Placed = [path: string, field: INodeProperties];

/** Those of the form; for a collection, those in it that are the operation's own. */
const placed = (fields: INodeProperties[]): Placed[] =>
	fields.flatMap((field): Placed[] => {
		if (field.type !== 'collection') return [[field.name, field]];
		const own = (field.options ?? []).filter((option): option is INodeProperties => 'type' in option);
		return own
			.filter(({ name }) => !requestOptionFields.some((manner) => manner.name === name))
			.map((inner) => [`${field.name}.${inner.name}`, inner]);
	});

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inPath(path: string, { name, type }: INodeProperties, schema: Resolved): Field {
	const segment = inSnakeCase(name);
	if (type === 'resourceLocator') return located(path, segment);
	const { usual, wild } = valuesFor(schema);
	return schema.pattern === undefined ? pathId(path, segment) : pathId(path, segment, usual, wild);
}

function inQuery(path: string, { name, type, required }: INodeProperties, schema: Resolved): Field {
	if (type === 'resourceLocator') return optional(located(path, name, 'query'));
	if (type === 'boolean') return queryFlag(path);
	if (required) return requiredQueryText(path);
	return schema.enum === undefined ? queryText(path) : queryText(path, valuesFor(schema).usual);
}

function inBody(path: string, { type, required, typeOptions }: INodeProperties, schema: Resolved): Field {
	const values = bodyValues(path.split('.').at(-1) ?? '', schema);
	if (type === 'json') return json(path);
	if (type === 'number') return wholeNumber(path);
	if (typeOptions?.rows !== undefined) return optionalRunningText(path);
	if (schema.default !== undefined) {
		const meant = (value: unknown) => asText(value) ?? (schema.default as unknown);
		const usual = fc.oneof({ weight: 4, arbitrary: values.usual }, fc.constantFrom('', null));
		return bodyText(path, { ...values, usual, meant });
	}
	return required ? bodyText(path, values) : optionalBodyText(path, values);
}

/** Fields that only say what comes out, or where the values of the others come from. */
const NOT_SENT = [
	...['simplify', 'options.outputFields', 'options.pageSize', 'options.previewOnly'],
	...['dataToSend', 'inputsToIgnore'],
];

/** A field of the form as openapi.yaml has it; none for one that is not sent. */
function derivedField({ name, itsCase, isPaged }: Runnable, [path, field]: Placed): Field[] {
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
		asksFirst: others.find((id) => operationOf(id).method === 'GET'),
	};
}

/** Every operation whose form is like its request. */
export const operations: Operation[] = runnable.filter(({ itsCase }) => !itsCase.hasOwnFormTest).map(derived);
