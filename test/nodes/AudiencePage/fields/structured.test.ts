/**
 * Structured fields, on the form and as JSON; in which words they are refused, see
 * resources/refused.test.ts.
 */
import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { resolved, schemaAt, type Resolved } from '../../../service/schemaAt';
import { nested, structuredIn } from '../../../support/description';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import { runNode } from '../../../support/runNode';
import { bodies } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

/** Every structured field, with what openapi.yaml says of it. */
const FIELDS = runnable.flatMap(({ name: operation, fields, itsCase }) =>
	structuredIn(fields).map(({ group, field }) => {
		const schema = schemaAt(itsCase.calls[0], ['body', field.name])!;
		return { title: `${operation}: ${field.name}`, operation, group, field, schema };
	}),
);

/** The form with something in each of its fields. */
function formOf({ type, options = [], typeOptions }: INodeProperties): unknown {
	const all = (fields: INodeProperties[]) =>
		Object.fromEntries(fields.map((field) => [field.name, formOf(field)]));
	if (type === 'collection') return all(options as INodeProperties[]);
	// Running text keeps the spaces around it. A link is a URL.
	const text = typeOptions?.rows === undefined ? ' /x ' : '/x';
	if (type !== 'fixedCollection') return type === 'boolean' ? 'true' : text;
	const [{ name, values }] = options as [INodePropertyCollection];
	return { [name]: [all(values), all(values)] };
}

/** What the interface says that stands for. */
function meantBy(schema: Resolved): unknown {
	const { type, items, properties = {} } = schema;
	if (type === 'array') {
		const one = meantBy(resolved(items!));
		return typeof one === 'string' ? [one] : [one, one];
	}
	if (type !== 'object') return type === 'boolean' ? true : '/x';
	return Object.fromEntries(
		Object.entries(properties).map(([name, one]) => [name, meantBy(resolved(one))]),
	);
}

test.each(FIELDS)(
	'$title: the form has all that the interface takes, and sends it as JSON would',
	async ({ operation, group, field, schema }) => {
		const { parameters, fields } = runnableNamed(operation);
		const meant = meantBy(schema);
		const ways: object[] = [{ [field.name]: formOf(field) }];
		const json = `${field.name}Json`;
		if (fields.flatMap((one) => nested(one)).some(([path]) => path === `${group}.${json}`))
			ways.push({ [json]: JSON.stringify(meant) });
		for (const way of ways) {
			const { error } = await runNode(sandbox(), {
				...parameters,
				[group]: way as INodeParameters,
			});
			expect(error).toBeUndefined();
		}
		expect(bodies(sandbox())).toEqual(ways.map(() => ({ [field.name]: meant })));
	},
);

const ANSWERED = '{ "title": null, "ogImageUrl": "x", "twitterImageFileId": "x", "author": "Ada" }';

test.each<[updateFields: INodeParameters, body: object]>([
	[
		{
			metadata: {
				title: '={{ 5 }}',
				description: ' a ',
				keywords: 'a,,b c',
				robots: '={{ ["a", " "] }}',
			},
		},
		{ metadata: { title: '5', description: ' a ', keywords: ['a', 'b c'], robots: ['a'] } },
	],
	[{ name: 'A', metadata: { title: ' ', keywords: ' , ', author: '={{ null }}' } }, { name: 'A' }],
	[{ name: 'Pricing', footerLinks: { group: [{ title: '' }] } }, { name: 'Pricing' }],
	[{ footerLinksJson: '[{}, { "title": null }]' }, { footerLinks: [{}, {}] }],
	[
		{
			scripts: {
				script: [{ enabled: true }, { name: '' }, { name: 'A', enabled: '={{ "false" }}' }],
			},
		},
		{ scripts: [{ name: 'A', enabled: false }] },
	],
	[
		{
			actionCardWidgets: { widget: [{ logos: { logo: [{ altText: 'Acme' }, { altText: '' }] } }] },
		},
		{ actionCardWidgets: [{ logos: [{ image: { altText: 'Acme' } }] }] },
	],
	[{ name: 'Pricing', metadataJson: ' ', scriptsJson: '={{ null }}' }, { name: 'Pricing' }],
	[
		{ metadataJson: ANSWERED, scripts: { script: [{ enabled: true }] } },
		{ metadata: { author: 'Ada' } },
	],
	[{ metadataJson: `={{ ${ANSWERED} }}` }, { metadata: { author: 'Ada' } }],
	[{ actionsJson: '[{ "actionIndex": 0, "actionId": "a" }]' }, { actions: [{ actionId: 'a' }] }],
	[{ metadataJson: '{ "title": null }', scriptsJson: '[]' }, { scripts: [] }],
])('%j is sent as %j', async (updateFields, body) => {
	const { error } = await runNode(sandbox(), {
		...runnableNamed('page.update').parameters,
		updateFields,
	});
	expect(error).toBeUndefined();
	expect(bodies(sandbox())).toEqual([body]);
});
