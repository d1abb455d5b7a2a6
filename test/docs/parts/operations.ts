/** What the node can do, from its description. */
import { operationCases } from '../../cases';
import { operationOf } from '../../service/judge';
import { operations, optionsOf, resourceProperty, type DescribedOperation } from '../../support/description';
import { markdownTable } from '../../support/table';
import { endpointOf } from '../../support/endpoints';
import type { LinkTo, Parts } from '../markers';
import { pageOf } from '../places';

/** What an operation does and what it needs, without a full stop. */
export const whatItDoes = ({ name, option: { description = '' } }: DescribedOperation): string =>
	operationCases[name]?.summary ?? description.replace(/ Only reads\.$/, '').replace(/\.$/, '');

const endpointNamed = (operationId: string): string => {
	const { method, path } = operationOf(operationId);
	return `\`${method} ${path}\``;
};

/** What an operation asks of the service. */
export function endpointsOf({ name, option }: DescribedOperation): string {
	const { calls: [filled, first, ...others] = [] } = operationCases[name] ?? {};
	if (filled === undefined || first === undefined) return `\`${endpointOf(option)}\``;
	return `${endpointNamed(first)}, then ${[filled, ...others].map(endpointNamed).join(', ')} or nothing`;
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
