import type { INodeParameters } from 'n8n-workflow';
import { byId, fromList } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { useSandbox } from '../../../../support/services';
import { Trigger } from '../../../../support/Trigger';

const sandbox = useSandbox({ sizes: { pages: 3, audiences: 1 } });

const EVERYTHING = { event: 'audienceCreated', startFrom: 'everything', simplify: false };
const lastPage = () => nth(sandbox().store.pages.all(), 2);

test('Of all pages, each audience has the name of its page', async () => {
	const trigger = new Trigger(sandbox(), { ...EVERYTHING, pageId: fromList('') });
	const audiences = await trigger.activate();
	const names = new Map(
		sandbox()
			.store.pages.all()
			.map(({ pageId, name }) => [pageId, name]),
	);
	expect(audiences).toHaveLength(3);
	for (const { pageId, pageName } of audiences) expect(pageName).toBe(names.get(pageId as string));
});

/** A trigger of one page. */
const triggerOf = (pageId: string): Trigger =>
	new Trigger(sandbox(), { ...EVERYTHING, pageId: byId(pageId) } as INodeParameters);

test('Of a chosen page, each audience has its name', async () => {
	const { pageId, name } = lastPage();
	const audiences = await triggerOf(` ${pageId}`).activate();
	expect(audiences).toMatchObject([{ pageId, pageName: name }]);
});

test('Of a chosen page whose name cannot be read, it is null', async () => {
	const { pageId } = lastPage();
	sandbox().settings.instead = ({ path }) =>
		path === '/v0/pages/search' ? { status: 403 } : undefined;
	expect(await triggerOf(pageId).activate()).toMatchObject([{ pageId, pageName: null }]);
});

test('Page Link Created asks for the links of the chosen page', async () => {
	const pageId = byId(` ${lastPage().pageId}`);
	await new Trigger(sandbox(), { event: 'pageLinkCreated', pageId }).activate();
	expect(nth(sandbox().requests).query).toMatchObject({ pageId: lastPage().pageId });
});
