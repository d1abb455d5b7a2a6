/**
 * What each field that may be left empty makes of nothing, and of what is nearly nothing: "" as the form
 * and as agents give it, spaces, and "", null, undefined, 0, false and [] from expressions.
 */
import type { INodeParameters } from 'n8n-workflow';

import { schemaAt } from '../../service/schemaAt';
import { isTried } from '../../support/cases';
import { runnableNamed } from '../../support/everyOperation';
import { runNode } from '../../support/runNode';
import { useSandbox } from '../../support/services';
import { filled, optionalFields, withAt, type OptionalField } from './optionalFields';

const sandbox = useSandbox();

/** Else the next run of Create or Update would find them. */
function removePersons(): void {
	const { persons } = sandbox().store;
	for (const { personId, email } of [...persons.all()]) {
		if (email === 'nathan@acme.com') persons.remove(personId);
	}
}
afterEach(removePersons);

/** What comes of a field with a value: the same as without it, another value in the request, or a refusal. */
type Fate = 'asWithout' | { sent: unknown; at?: string[] } | { refused: string };

const NOT_SENT: Fate = 'asWithout';
const sent = (value: unknown): Fate => ({ sent: value });

interface Fates {
	/** For `""`, spaces, null and undefined. */
	empty: Fate;
	zero: Fate;
	no: Fate;
	emptyList: Fate;
}

const all = (fate: Fate): Fates => ({ empty: fate, zero: fate, no: fate, emptyList: fate });

/** How the fields of a kind take each value. */
function fatesOf({ form, parameter, field, place, displayName }: OptionalField): Fates {
	const { name, type, typeOptions, routing } = field;
	const { calls, contradictions = {} } = runnableNamed(form).itsCase;
	const schema = schemaAt(calls[0], ['body', ...place]);
	const contradiction = contradictions[parameter.join('.')];
	const refused = (rule: string): Fate => ({ refused: `${displayName} must ${rule}` });
	const notEmpty = (fate: Fate): Fates => ({ ...all(fate), empty: NOT_SENT });
	const written = (value: string): Fate =>
		new RegExp(schema?.pattern ?? '').test(value) ? sent(value) : refused('be');
	const text: Fates = {
		empty: NOT_SENT,
		zero: written('0'),
		no: written('false'),
		emptyList: refused('be text'),
	};

	switch (type) {
		case 'boolean':
			if (name !== 'enabled') return all(NOT_SENT);
			// A script that is added is on; where nothing else is filled, there is no script without it.
			return {
				...all(refused('be true or false')),
				empty: { sent: undefined, at: ['scripts'] },
				no: sent(false),
			};
		case 'number': {
			const fates = notEmpty(refused('be a whole number'));
			if (schema !== undefined) return { ...fates, zero: sent(0) };
			return { ...fates, zero: typeOptions?.minValue === 0 ? NOT_SENT : refused('be a whole number') };
		}
		case 'dateTime':
			return notEmpty(refused('be a date'));
		case 'json': {
			const isList = schema?.type === 'array';
			const fates = notEmpty(refused(isList ? 'be a JSON array' : 'be a JSON object'));
			return isList ? { ...fates, emptyList: sent([]) } : fates;
		}
		case 'multiOptions':
			return { ...notEmpty(refused('contain only fields from the list')), emptyList: NOT_SENT };
		case 'options':
			return routing?.send?.property
				? { ...notEmpty(refused('be')), emptyList: refused('be text') }
				: notEmpty(refused('be'));
		case 'resourceLocator':
			return text;
		case 'string':
			if (schema?.type === 'array') {
				return { empty: NOT_SENT, zero: sent(['0']), no: sent(['false']), emptyList: NOT_SENT };
			}
			if (contradiction !== undefined) {
				const differs: Fate = { refused: contradiction };
				return { ...text, zero: differs, no: differs };
			}
			return text;
		default:
			throw new Error(`This test does not know fields of the type ${type}`);
	}
}

const VALUES: Array<[string, string, keyof Fates]> = [
	['""', '', 'empty'],
	['"" from an expression', '={{ "" }}', 'empty'],
	['null', '={{ null }}', 'empty'],
	['undefined', '={{ undefined }}', 'empty'],
	['0', '={{ 0 }}', 'zero'],
	['false', '={{ false }}', 'no'],
	['[]', '={{ [] }}', 'emptyList'],
	['spaces', ' \u00a0\t', 'empty'],
	['a line break from an expression', '={{ "\\r\\n" }}', 'empty'],
];

interface Came {
	message?: string;
	requests: Array<{ method: string; path: string; query: unknown; body: unknown }>;
}

async function whatComes(parameters: INodeParameters): Promise<Came> {
	sandbox().requests.length = 0;
	// One execution: keys that the node makes are the same.
	const { error } = await runNode(sandbox(), parameters, { executionId: 'execution-1' });
	const requests = sandbox().requests.map(({ method, path, query, body }) => ({ method, path, query, body }));
	return { message: error?.message, requests };
}

/** The same with another value in the request that carries it. */
function withValue({ requests }: Came, place: OptionalField['place'], value: unknown): Came {
	const last = requests.at(-1);
	if (last === undefined) throw new Error('Nothing was sent');
	const part = last.method === 'GET' ? 'query' : 'body';
	const changed = withAt(last, [part, ...place], value) as typeof last;
	return { message: undefined, requests: [...requests.slice(0, -1), changed] };
}

function expected(fate: Fate, without: Came, { place }: OptionalField): Came {
	if (fate === 'asWithout') return without;
	if ('sent' in fate) return withValue(without, fate.at ?? place, fate.sent);
	return { message: expect.stringContaining(fate.refused) as string, requests: [] };
}

describe.each(optionalFields.map((field, n) => ({ ...field, n })))('$title, empty in every way', (field) => {
	let without: Came;
	beforeAll(async () => {
		without = await whatComes(filled(field, undefined));
		removePersons();
	});

	// What the form gives always.
	const tried = VALUES.filter((_value, n) => n === 0 || isTried(n + field.n));
	test.each(tried)('%s', async (_what, value, kind) => {
		const came = await whatComes(filled(field, value));
		expect(came).toEqual(expected(fatesOf(field)[kind], without, field));
	});
});
