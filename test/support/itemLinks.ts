/** Every operation of the node, for three items that it can find its records by. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ItemLinks } from '../cases/operationCase';
import type { Sandbox } from '../service/sandbox';
import { endpointOf } from './endpoints';
import { ID_EXPRESSIONS, runnable, type Runnable } from './everyOperation';
import { idsAt, nth } from './records';

const EACH = [0, 1, 2];

/** How a list runs for the three items: up to a limit of each. */
const ofList = ({ option }: Runnable): Required<ItemLinks> =>
	endpointOf(option).includes('{')
		? { parameters: { limit: '={{ $json.n === 1 ? 1 : 2 }}' }, cameFrom: [0, 0, 1, 2, 2] }
		: { parameters: { limit: '={{ $json.n + 1 }}' }, cameFrom: [0, 1, 1, 2, 2, 2] };

/**
 * Every operation, some with several outputs; and for each output the number of the item that it
 * came from.
 */
export const LINKED_OPERATIONS = runnable.flatMap((operation) => {
	const isList = operation.fields.some(({ name }) => name === 'limit');
	const { itemLinks = [isList ? ofList(operation) : {}] } = operation.testCase;
	return itemLinks.map(({ parameters, cameFrom = EACH }): [INodeParameters, number[]] => [
		{ ...operation.parametersFor(ID_EXPRESSIONS), ...parameters },
		cameFrom,
	]);
});

/** Leaves the first three pages none, two and one of their audiences. */
export function thinOutAudiences({ store: { pages, audiences } }: Sandbox): void {
	for (const [page, count] of [0, 2, 1].entries()) {
		const ofPage = audiences.of(nth(pages.all(), page).pageId);
		for (const { audienceId } of ofPage.all().slice(count)) ofPage.remove(audienceId);
	}
}

/** Items that each operation finds its records by: a search finds nothing for the second. */
export function linkedItems({ store }: Sandbox): IDataObject[] {
	const [otherPageId, talkedPageId] = [3, 4].map((n) => nth(store.pages.all(), n).pageId);
	return EACH.map((n) => ({
		...{ n, ...idsAt(n, store, talkedPageId), otherPageId, talkedPageId },
		query: n === 1 ? 'nobody' : '',
	}));
}
