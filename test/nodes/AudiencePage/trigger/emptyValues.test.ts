/** What each field of the trigger that may be left empty makes of nothing, and of what is nearly nothing. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { watched } from '../../../support/everyEvent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { filled, optionalFieldsOf, type OptionalField } from '../optionalFields';

const sandbox = useSandbox();

const fields = watched.flatMap(({ event, ...form }) => optionalFieldsOf({ name: event, ...form }));

/** What comes of a field with a value: the same as without it, a value in the query, or a refusal. */
type Fate = 'asWithout' | { sent: string } | { refused: string };

/** For 0, false and []. */
function fatesOf({ field, displayName }: OptionalField): [zero: Fate, no: Fate, emptyList: Fate] {
	const refused = (rule: string): Fate => ({ refused: `${displayName} must ${rule}` });
	switch (field.name) {
		case 'simplify':
			return ['asWithout', 'asWithout', 'asWithout'];
		case 'startFrom':
			return [
				refused('be now or everything'),
				refused('be now or everything'),
				refused('be now or everything'),
			];
		case 'fullReadEvery':
		case 'maxPerPoll':
			return [refused('be a whole'), refused('be a whole'), refused('be a whole')];
		case 'assetType':
			return [
				refused('be one of custom-component'),
				refused('be one of custom-component'),
				refused('be text'),
			];
		case 'pageId':
		case 'path':
		case 'query':
		case 'tenantDomainId':
			return [{ sent: '0' }, { sent: 'false' }, refused('be text')];
		default:
			throw new Error(`This test does not know the field ${field.name}`);
	}
}

interface Came {
	message?: string;
	requests: Array<{ method: string; path: string; query: object }>;
}

async function whatComes(parameters: INodeParameters): Promise<Came> {
	sandbox().requests.length = 0;
	const { message } = await new Trigger(sandbox(), parameters).activate().then(
		() => ({ message: undefined }),
		(error: Error) => error,
	);
	const requests = sandbox().requests.map(({ method, path, query }) => ({ method, path, query }));
	return { message, requests };
}

function expected(fate: Fate, without: Came, { field: { name } }: OptionalField): Came {
	if (fate === 'asWithout') return without;
	if ('refused' in fate) {
		return { message: expect.stringContaining(fate.refused) as string, requests: [] };
	}
	const withValue = (query: object) => ({ ...query, [name]: fate.sent });
	return { ...without, requests: without.requests.map((one) => ({ ...one, query: withValue(one.query) })) };
}

describe.each(fields)('$title', (optional) => {
	let without: Came;
	beforeAll(async () => {
		without = await whatComes(filled(optional, undefined));
	});

	test.each(['', '={{ "" }}', '={{ null }}', '={{ undefined }}'])('%j is none', async (value) => {
		expect(without).toMatchObject({ message: undefined, requests: [{ method: 'GET' }] });
		expect(await whatComes(filled(optional, value))).toEqual(without);
	});

	test.each(['={{ 0 }}', '={{ false }}', '={{ [] }}'].map((value, index) => [value, index] as const))(
		'%j is a value',
		async (value, index) => {
			const came = await whatComes(filled(optional, value));
			expect(came).toEqual(expected(fatesOf(optional)[index] ?? 'asWithout', without, optional));
		},
	);
});

/** As the editor saves a field that nobody has touched. */
const untouched = ({ name, type, default: usual }: INodeProperties): [string, unknown] => [
	name,
	type === 'resourceLocator' ? { __rl: true, ...(usual as object) } : usual,
];

test.each(watched)(
	'$event: a field that is left out is as the form has it',
	async ({ parameters, fields: its }) => {
		const asOnForm = { ...Object.fromEntries(its.map(untouched)), ...parameters } as INodeParameters;
		expect(await whatComes(asOnForm)).toEqual(await whatComes(parameters));
	},
);
