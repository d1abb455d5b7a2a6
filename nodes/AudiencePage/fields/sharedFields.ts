import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

/** The fields that the form shows for an operation, in its order. */
interface OperationForm {
	resource: string;
	operation: string;
	fields: INodeProperties[];
}

interface SharedField {
	field: INodeProperties;
	forms: OperationForm[];
}

/** Functions are the same only if they are one function. */
function isSame(first: unknown, second: unknown): boolean {
	if (typeof first !== 'object' || typeof second !== 'object') return first === second;
	const entries = Object.entries(first ?? {});
	const members = new Map(Object.entries(second ?? {}));
	return (
		entries.length === members.size &&
		entries.every(([key, member]) => members.has(key) && isSame(member, members.get(key)))
	);
}

const namesIn = (forms: OperationForm[], kind: 'resource' | 'operation'): string[] => [
	...new Set(forms.map((form) => form[kind])),
];

/** Where n8n shows a field: for each of its resources with each of its operations. */
const shownFor = (forms: OperationForm[]) => ({
	resource: namesIn(forms, 'resource'),
	operation: namesIn(forms, 'operation'),
});

/**
 * The fields of all forms as n8n takes them. What several forms have stands there once, where no
 * other form would show it too: at each key, n8n's editor evaluates the expressions of a node as
 * often as it has fields.
 */
export function shareFields(forms: OperationForm[]): INodeProperties[] {
	const shared: SharedField[] = [];
	const canShow = (among: OperationForm[]): boolean => {
		const { resource, operation } = shownFor(among);
		const shown = forms.filter(
			(form) => resource.includes(form.resource) && operation.includes(form.operation),
		);
		return shown.every((form) => among.includes(form));
	};
	for (const form of forms) {
		let next = 0; // what follows a field of the form stands behind it
		for (const field of form.fields) {
			const index = shared.findIndex(
				(entry, n) => n >= next && isSame(entry.field, field) && canShow([...entry.forms, form]),
			);
			if (index >= 0) shared[index]?.forms.push(form);
			else shared.splice(next, 0, { field, forms: [form] });
			next = Math.max(index, next) + 1;
		}
	}
	return shared.flatMap((entry) =>
		updateDisplayOptions({ show: shownFor(entry.forms) }, [entry.field]),
	);
}
