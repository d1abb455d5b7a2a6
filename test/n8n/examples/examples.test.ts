/** Each file of `examples/` as it stands; that each runs, the tests of versions say. */
import { runInNewContext } from 'node:vm';
import { COLUMNS, placeOf } from '../../../nodes/AudiencePage/resources/person/headers';
import { exampleNames, exampleText, readExample } from '../harness/exampleFiles';
import { EXAMPLES } from './examples';
import uploads from './uploads.json';

/** What looks like an address and is none: n8n's agents, and what Excel files consist of. */
const NO_ADDRESS = /@n8n\/n8n-nodes-langchain\.|http:\/\/schemas\.openxmlformats\.org/g;

it('each example has a main path that tests run', () => {
	expect(EXAMPLES.map(({ file }) => file)).toEqual(exampleNames());
});

it.each(exampleNames())(
	'examples/%s brings nothing of the n8n it was made in, and is of nobody',
	(fileName) => {
		const workflow = readExample(fileName);
		const { pinData = {}, ...withoutSamples } = workflow;
		const parts = ['connections', 'description', 'name', 'nodes', 'settings'];
		expect(Object.keys(withoutSamples).sort()).toEqual(parts);
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		const text = JSON.stringify(workflow).replace(NO_ADDRESS, '');
		const hosts = text.match(/(?<=@|https?:\/\/)[\w.-]+/g) ?? [];
		expect(hosts.filter((host) => !/(^|\.)example$/.test(host))).toEqual([]);
		expect(workflow.nodes.map(({ name }) => name)).toEqual(
			expect.arrayContaining(Object.keys(pinData)),
		);
		expect(exampleText(fileName)).toBe(`${JSON.stringify(workflow, null, '\t')}\n`); // as n8n writes it
	},
);

it.each(exampleNames().filter((name) => name.includes('deals')))(
	'examples/%s recognizes a deal by the fields of its map alone, and by its account, with one rule for its domain',
	(fileName) => {
		const [, key] = /"idempotencyKey": "(.*)"/.exec(exampleText(fileName))!;
		const used = [...new Set(key!.match(/\$json[.\w]+/g))].join(' ');
		expect(used).toBe('$json.dealId $json.stage $json.amount $json.domain $json.accountName');
		const domainRule = (name: string) => /(?<= \?\? ''\))\.trim.*/.exec(exampleText(name))![0];
		expect(domainRule(fileName)).toBe(domainRule('crm-deals-to-account-log.json'));
	},
);

/** What a node with code in the contacts example gives. */
function given<Json>(node: string, context: object): Json {
	const { nodes } = readExample('contacts-from-spreadsheet-to-persons.json');
	const { jsCode } = nodes.find(({ name }) => name === node)!.parameters;
	const [item] = runInNewContext(`(() => {${jsCode as string}})()`, context) as [{ json: Json }];
	return item.json;
}

it('the contacts example refuses text of other code pages, and no text of Windows-1252', () => {
	const isRefused = (ansi: string) => {
		const $input = { first: () => ({ json: { utf8: '\ufffd', ansi } }) };
		return given<{ text: string }>('Text with its delimiter', { $input }).text.includes(
			'CSV UTF-8',
		);
	};
	expect([...uploads.garbled, ...uploads.legible].filter(isRefused)).toEqual(uploads.garbled);
});

it('the contacts example knows the columns that have a field, where all rows are refused', () => {
	const qualifiers = ['', 'Contact ', 'Person ', 'Work ', 'Business ', 'Primary '];
	const known = Object.values(COLUMNS).flat();
	const columns = [
		...qualifiers.flatMap((word) => known.map((name) => word + name)),
		...uploads.columns,
	];
	const row = Object.fromEntries(columns.map((column) => [column, 'x']));
	const notUsed = Object.keys(row).filter((column) => placeOf(column) === undefined);
	const items = {
		rows: [{ json: row }],
		errors: [{ json: { error: '' }, pairedItem: { item: 0 } }],
	};
	const $ = () => ({
		all: (output?: number) => [items.rows, [], items.errors][(output ?? -1) + 1],
	});
	expect(given('Write the result', { $ })).toMatchObject({ notUsed, refused: 1 });
});
