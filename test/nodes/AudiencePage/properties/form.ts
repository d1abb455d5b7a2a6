/** Sets of the form's values as the parameters of a node, with the items that its expressions read. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { setAt, type Given } from './given';
import type { GivenSet } from './operation';

const expressionFor = ({ parameter }: Given) => `={{ $json[${JSON.stringify(parameter)}] }}`;

function setParameter(parameters: INodeParameters, { parameter, isLocator }: Given, value: unknown): void {
	setAt(parameters, parameter.split('.'), isLocator ? { __rl: true, mode: 'id', value } : value);
}

export interface FilledForm {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** One item, and a form with typed values and expressions. */
export function filledForm(givens: GivenSet): FilledForm {
	const parameters: INodeParameters = {};
	const item: IDataObject = {};
	for (const given of givens) {
		setParameter(parameters, given, given.byExpression ? expressionFor(given) : given.value);
		if (given.byExpression) item[given.parameter] = given.value as IDataObject;
	}
	return { parameters, items: [item] };
}

/** One form with an expression in every field that any of the sets has, and an item for each set. */
export function formOfMany(sets: GivenSet[]): FilledForm {
	const parameters: INodeParameters = {};
	for (const given of sets.flat()) setParameter(parameters, given, expressionFor(given));
	const items = sets.map((givens) =>
		Object.fromEntries(givens.map(({ parameter, value }) => [parameter, value as IDataObject])),
	);
	return { parameters, items };
}
