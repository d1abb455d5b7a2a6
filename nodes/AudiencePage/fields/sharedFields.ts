import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

/** The fields that the form shows for an operation, in its order. */
export interface OperationForm {
	resource: string;
	operation: string;
	fields: INodeProperties[];
}

interface SharedField {
	field: INodeProperties;
	forms: OperationForm[];
}

/** Functions are the same only if they are one function. */
function isSame(value: unknown, other: unknown): boolean {
	if (typeof value !== 'object' || typeof other !== 'object') return value === other;
	const [entries, others] = [Object.entries(value ?? {}), new Map(Object.entries(other ?? {}))];
	return (
		entries.length === others.size &&
		entries.every(([key, member]) => others.has(key) && isSame(member, others.get(key)))
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
			const known = shared
				.slice(next)
				.find((other) => isSame(other.field, field) && canShow([...other.forms, form]));
			if (known) known.forms.push(form);
			else shared.splice(next, 0, { field, forms: [form] });
			next = known ? shared.indexOf(known) + 1 : next + 1;
		}
	}
	return shared.flatMap((entry) =>
		updateDisplayOptions({ show: shownFor(entry.forms) }, [entry.field]),
	);
}
