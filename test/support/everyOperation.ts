/** Every operation of the node, with the case that says how it is used. */
import type { INodeParameters } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/AudiencePage/resources';
import { rulesOf } from '../../nodes/AudiencePage/resources/operation';
import { operationCases } from '../cases';
import type { Ids, OperationCase } from '../cases/operationCase';
import { seedStore } from '../service/seed';
import { listNameOf, schemaAt } from '../service/schemaAt';
import { operations, type DescribedOperation } from './description';
import { firstIds } from './records';

export interface Runnable extends DescribedOperation {
	testCase: OperationCase;
	/** Parameters that it runs with, for these records. */
	parametersFor: (ids: Ids) => INodeParameters;
	/** Those for a sandbox with the usual records. */
	parameters: INodeParameters;
	/** Whether it reads a list with cursors. */
	isPaged: boolean;
	/**
	 * What its records are a list of in the answer, such as `items`; undefined if it gives no list.
	 */
	listName?: string;
	/** The greatest `limit` that the interface allows; undefined if its endpoint takes none. */
	maxLimit?: number;
	/**
	 * What the ID of a record that it gives is called, as its operation declares; empty if it
	 * declares none.
	 */
	idField: string;
}

const usualIds = firstIds(seedStore());

/** Every operation of the node that has a case; that all have one, `cases.test.ts` says. */
export const runnable: Runnable[] = operations.flatMap((described) => {
	const { name, resource, operation, fields } = described;
	const testCase = operationCases[name];
	if (testCase === undefined) return [];
	const idField = rulesOf(RESOURCES, { resource, operation }).record?.idField ?? '';
	const limit = schemaAt(testCase.calls[0], ['query', 'limit']);
	const parametersFor = (ids: Ids): INodeParameters => ({
		resource,
		operation,
		...testCase.needs(ids),
	});
	return {
		...described,
		testCase,
		parametersFor,
		parameters: parametersFor(usualIds),
		isPaged: fields.some((field) => field.name === 'returnAll'),
		listName: listNameOf(testCase.calls[0], idField),
		maxLimit: limit && (limit.maximum ?? Infinity),
		idField,
	};
});

/** The operation of that name; throws if there is none with a case. */
export function runnableNamed(name: string): Runnable {
	const named = runnable.find((operation) => operation.name === name);
	if (named === undefined) throw new Error(`There is no case of ${name}`);
	return named;
}

/** IDs that each item brings along, under their own names. */
export const ID_EXPRESSIONS = Object.fromEntries(
	Object.keys(usualIds).map((name) => [name, `={{ $json.${name} }}`]),
) as Ids;
