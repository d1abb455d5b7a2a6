/** Ways to use an operation, for the comparison of our executor with n8n's engine. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Way } from '../../../cases/operationCase';
import { judgeBody } from '../../../service/judge';
import { seedStore } from '../../../service/seed';
import { DEFAULT_SIZES } from '../../../service/seed/sizes';
import { ID_EXPRESSIONS, type Runnable } from '../../../support/everyOperation';
import { firstIds, nth } from '../../../support/records';

export const SEED = 1;
/** Lists of several pages. */
export const SIZES = {
	...DEFAULT_SIZES,
	...{ accountLogs: 130, assets: 120, pages: 12, pageLinks: 180, persons: 230 },
};

const store = seedStore(SEED, SIZES);
export const IDS = firstIds(store);

/** Items that carry the IDs of records each, those of the n-th parent. */
const ITEMS: IDataObject[] = [0, 1, 2].map((n) => {
	const { accountId } = nth(store.accounts.all(), n);
	const { pageId } = nth(store.pages.all(), n);
	const { personId, email } = nth(store.persons.all(), n);
	const topicId = nth(store.topicIds, n);
	const { accountLogId } = nth(store.accountLogs.of(accountId).all());
	const { audienceId } = nth(store.audiences.of(pageId).all());
	const { topicEntryId } = nth(store.topicEntries.of(topicId).all());
	return { accountId, accountLogId, pageId, audienceId, personId, email, topicId, topicEntryId };
});

/** A way with all of its parameters. */
export interface OracleWay {
	title: string;
	parameters: INodeParameters;
	items?: IDataObject[];
}

const ofPages: Way[] = [
	{ title: 'of a few', parameters: { limit: 3 } },
	{ title: 'over several pages', parameters: { returnAll: true } },
	{ title: 'up to a limit over several pages', parameters: { limit: 101 } },
	{ title: 'by a page size', parameters: { returnAll: true, options: { pageSize: 60 } } },
];

/** n8n's engine sends no empty body (E21), and the sandbox refuses a request without one. */
export const withEmptyBody = ({ itsCase, option, parameters }: Runnable): boolean =>
	option.routing?.request?.method === 'POST' &&
	judgeBody(itsCase.calls[0])({}).length === 0 &&
	Object.values(parameters).every((value) => typeof value === 'string' || '__rl' in Object(value));

/** Those of its case, and those of every operation of its kind. */
export function waysOf(operation: Runnable): OracleWay[] {
	const { name, itsCase, isPaged, fields, parametersFor, option } = operation;
	const has = (field: string) => fields.some((one) => one.name === field);
	const when = (holds: boolean, ...ways: Way[]): Way[] => (holds ? ways : []);

	const ofItems = itsCase.needs(ID_EXPRESSIONS);
	const isRepeatable = option.routing?.request?.method !== 'POST';
	const offered = fields.find((field) => field.name === 'filters')?.options ?? [];
	const noFilters = Object.fromEntries(offered.map((filter) => [filter.name, '={{ "" }}']));
	const filters = itsCase.filters?.(IDS);

	const ways: Way[] = [
		...when(!withEmptyBody(operation), { title: 'as it is', parameters: {} }),
		...when(isRepeatable && JSON.stringify(ofItems).includes('$json'), {
			title: 'for an item each',
			parameters: ofItems,
			items: ITEMS,
		}),
		...when(isPaged, ...ofPages),
		...when(has('filters'), { title: 'by empty filters', parameters: { filters: noFilters } }),
		...when(filters !== undefined, { title: 'filtered', parameters: { returnAll: true, filters } }),
		...when(has('simplify') && !withEmptyBody(operation), {
			title: 'not simplified',
			parameters: { simplify: false },
		}),
		...(itsCase.ways?.(store, IDS) ?? []),
	];
	return ways.map(({ title, parameters, items }) => ({
		title: `${name} ${title}`,
		parameters: { ...parametersFor(IDS), ...parameters },
		items,
	}));
}
