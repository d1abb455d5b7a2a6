/** A set as the columns of an item, for a form that sends each column to the field that it fits. */
import type { IDataObject } from 'n8n-workflow';

import { filledForm, type FilledForm } from './form';
import type { Given } from './given';
import type { GivenSet } from './operation';

/** How people call the columns of some fields of a person, beside their own names. */
const OTHERS: Record<string, string[]> = {
	email: ['E-Mail', 'EMAIL '],
	linkedinProfileUrl: ['LinkedIn', 'linkedin-url'],
	name: ['Full Name', 'full_name'],
	phoneNumber: ['Phone', 'mobile'],
};

/** `jobTitle`, `job Title`, `JOB_TITLE` and others. */
const columnsOf = (field: string): string[] => {
	const apart = (by: string) => field.replace(/[A-Z]/g, `${by}$&`);
	return [field, apart(' '), apart('_').toUpperCase(), ...(OTHERS[field] ?? [])];
};

/** The field of a person that a parameter fills. */
function fieldOf({ parameter }: Given, matchOn: unknown): string | undefined {
	if (parameter === 'matchValue') return String(matchOn);
	return /^(?:name$|additionalFields\.|updateFields\.)/.test(parameter)
		? parameter.split('.').at(-1)
		: undefined;
}

export interface MappedForm extends FilledForm {
	/** The fields whose columns the form maps, by the parameters that fill them otherwise. */
	fields: Map<string, string>;
}

/** @param spelling chooses the names of the columns */
export function mappedForm(givens: GivenSet, spelling: number): MappedForm {
	const matchOn = givens.find(({ parameter }) => parameter === 'matchOn')?.value;
	const fields = new Map<string, string>();
	const columns: IDataObject = { Notes: 'fits nothing', ['__proto__ ']: 1 };
	for (const [index, given] of givens.entries()) {
		const field = fieldOf(given, matchOn);
		if (field === undefined) continue;
		const names = columnsOf(field);
		fields.set(given.parameter, field);
		columns[names[(spelling + index) % names.length]!] = given.value as IDataObject;
	}
	const { parameters, items } = filledForm(givens.filter(({ parameter }) => !fields.has(parameter)));
	return {
		parameters: { ...parameters, dataToSend: 'autoMapInputData' },
		items: [{ ...items[0], ...columns }],
		fields,
	};
}
