/** What the node can do, from its description. */
import { operations, optionsOf, resourceProperty, type DescribedOperation } from '../../support/description';
import { markdownTable } from '../../support/table';
import { endpointOf } from '../../support/endpoints';
import type { LinkTo, Parts } from '../markers';
import { pageOf } from '../places';

/** n8n has one wording for it, in its form, for whatever record it is. */
const UPSERT = 'Create a person, or update the one who matches; needs a value to match on';

/** What an operation does and what it needs, without a full stop. */
export const whatItDoes = ({ name, option: { description = '' } }: DescribedOperation): string =>
	name === 'person.upsert' ? UPSERT : description.replace(/ Only reads\.$/, '').replace(/\.$/, '');

const endpointNamed = (wanted: string): string => {
	const operation = operations.find(({ name }) => name === wanted);
	if (operation === undefined) throw new Error(`The node has no operation ${wanted}`);
	return `\`${endpointOf(operation.option)}\``;
};

/** What an operation asks of the service. */
export function endpointsOf({ name }: DescribedOperation): string {
	if (name !== 'person.upsert') return endpointNamed(name);
	const [search, create, update] = ['person.getAll', 'person.create', 'person.update'].map(endpointNamed);
	return `${search}, then ${create}, ${update} or nothing`;
}

/** Each resource with its operations, in the order of the form. */
export const resources = optionsOf(resourceProperty).map(({ name, value }) => ({
	name,
	resource: String(value),
	operations: operations.filter(({ resource }) => resource === value),
}));

function operationsTable(linkTo: LinkTo): string {
	const rows = resources.flatMap(({ name, resource, operations: own }) =>
		own.map((operation, index) => [
			index === 0 ? `[${name}](${linkTo(pageOf(resource))})` : '',
			operation.option.name,
			whatItDoes(operation),
			endpointsOf(operation),
		]),
	);
	return markdownTable([['Resource', 'Operation', 'What it does', 'Endpoint'], ...rows]);
}

/** Links to the pages of all resources and of the trigger, for a sentence. */
function pagesList(linkTo: LinkTo): string {
	const pages = [...resources, { name: 'Audience Page Trigger', resource: 'trigger' }];
	return pages.map(({ name, resource }) => `[${name}](${linkTo(pageOf(resource))})`).join(', ');
}

export const operationParts: Parts = { operations: operationsTable, pages: pagesList };
