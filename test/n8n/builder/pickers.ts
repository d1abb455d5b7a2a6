/** What AI clients find in the pickers, where there are more records than a picker gives at a time. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import type { Collection } from '../../service/store';
import { byId } from '../../support/locators';
import { nth } from '../../support/records';
import type { InstanceMcp, PickerPage } from './InstanceMcp';

type Records = Pick<Collection<IDataObject>, 'all' | 'add' | 'remove'>;

interface Picker {
	methodName: string;
	/** The field of a record with its ID. */
	idField: string;
	/** The field that a search finds it by. */
	nameField: string;
	recordsIn: (sandbox: Sandbox) => Records;
	/** What is chosen before: n8n's tool asks for no more than that. */
	chosenIn?: (sandbox: Sandbox) => INodeParameters;
}

const pageOf = ({ store }: Sandbox) => nth(store.pages.all()).pageId;

const audienceOf = (sandbox: Sandbox) => nth(sandbox.store.audiences.of(pageOf(sandbox)).all()).audienceId;

const records = (collection: unknown): Records => collection as Records;

const PICKERS: Picker[] = [
	{
		methodName: 'searchPages',
		idField: 'pageId',
		nameField: 'name',
		recordsIn: ({ store }) => records(store.pages),
	},
	{
		methodName: 'searchPersons',
		idField: 'personId',
		nameField: 'name',
		recordsIn: ({ store }) => records(store.persons),
	},
	{
		methodName: 'searchAudiences',
		idField: 'audienceId',
		nameField: 'customName',
		recordsIn: (sandbox) => records(sandbox.store.audiences.of(pageOf(sandbox))),
		chosenIn: (sandbox) => ({ pageId: byId(pageOf(sandbox)) }),
	},
	{
		methodName: 'searchMessages',
		idField: 'messageId',
		nameField: 'content',
		recordsIn: (sandbox) => records(sandbox.store.messages.of(audienceOf(sandbox))),
		chosenIn: (sandbox) => ({ pageId: byId(pageOf(sandbox)), audienceId: byId(audienceOf(sandbox)) }),
	},
];

/** More than any picker gives at a time. */
const ADDED = 130;

/** As n8n's own AI does, which takes a list of more pages for one that it can't read. */
const MOST_PAGES = 5;

export function pickerTests(mcp: () => InstanceMcp, sandbox: () => Sandbox): void {
	describe.each(PICKERS)(
		'the picker $methodName',
		({ methodName, idField, nameField, recordsIn, chosenIn }) => {
			const added: string[] = [];

			beforeAll(() => {
				const list = recordsIn(sandbox());
				const like = list.all().find(({ hasSnapshot = true }) => hasSnapshot);
				for (let n = 0; n < ADDED; n += 1) {
					const id = `${idField}_added_${n}`;
					list.add({ ...like, [idField]: id, [nameField]: `Number ${n} of many` });
					added.push(id);
				}
			});

			afterAll(() => {
				for (const id of added) recordsIn(sandbox()).remove(id);
			});

			const ask = async (question: { filter?: string; paginationToken?: string } = {}): Promise<PickerPage> =>
				await mcp().explore({ methodName, currentNodeParameters: chosenIn?.(sandbox()) ?? {}, ...question });

			/** IDs of all records that can be chosen. */
			const ids = () =>
				recordsIn(sandbox())
					.all()
					.filter(({ hasSnapshot = true }) => hasSnapshot)
					.map((record) => record[idField]);

			it('gives every record, page by page, and nothing else', async () => {
				const listed: string[] = [];
				let paginationToken: string | undefined;
				let pages = 0;
				do {
					const page: PickerPage = await ask(paginationToken === undefined ? {} : { paginationToken });
					listed.push(...page.results.map(({ value }) => value));
					({ paginationToken } = page);
					pages += 1;
				} while (paginationToken !== undefined && pages < MOST_PAGES);
				expect(paginationToken).toBeUndefined();
				expect([...listed].sort()).toEqual([...ids()].sort());
			});

			it('finds a record by its name', async () => {
				const { results } = await ask({ filter: 'Number 129' });
				expect(results.map(({ value }) => value)).toEqual([`${idField}_added_129`]);
			});

			it('offers only records, however few the service gives at a time', async () => {
				sandbox().settings.mostPerPage = 10;
				try {
					const { results } = await ask();
					expect(results.filter(({ value }) => !ids().includes(value))).toEqual([]);
				} finally {
					sandbox().settings.mostPerPage = Infinity;
				}
			});
		},
	);
}
