/**
 * Files with people, as tools and people write them: each value arrives as meant, or is refused by
 * its column.
 */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { placeOf } from '../../../../../nodes/AudiencePage/resources/person/headers';
import headerSets from '../../../../files/headers.json';
import corpus from '../../../../files/values.json';
import { casesOf } from '../../../../support/cases';
import { runNode } from '../../../../support/runNode';
import { useNobody } from './people';

const { sandbox } = useNobody();

/** A cell, and the text that is sent of it; none if it is refused. */
interface Value {
	written: string | number;
	sent?: string;
	refused?: string;
}

type Field = Exclude<keyof typeof corpus, `empty${string}`>;
const FIELDS = Object.keys(corpus).filter((key): key is Field => !key.startsWith('empty'));
const CODES = Object.keys(corpus.phoneNumber) as Array<keyof typeof corpus.phoneNumber>;

const valuesOf = (field: Field, code: (typeof CODES)[number]): Value[] =>
	field === 'phoneNumber' ? corpus.phoneNumber[code] : corpus[field];

type Headers = Record<string, string | null | undefined>;

const SETS: Array<{ tool: string; headers: Headers }> = headerSets;

const HEADERS = SETS.flatMap(({ tool, headers }) =>
	Object.entries(headers).map(([header, field]) => ({ tool, header, field })),
);
const KNOWN = new Set<unknown>(HEADERS.map(({ field }) => field));

test.each(HEADERS)('$tool: $header means $field, however it is written', ({ header, field }) => {
	const spellings = [
		...[
			header,
			header.toUpperCase(),
			header.replaceAll(' ', '-'),
			` ${header.replaceAll(' ', '_')} `,
		],
		...[`${header}:`, header.normalize('NFD'), `\ufeff${header}`, header.replaceAll(' ', '')],
	];
	const fields = spellings.map((spelling) => placeOf(spelling)?.[0]);
	expect(fields.map((one) => (KNOWN.has(one) ? one : null))).toEqual(spellings.map(() => field));
});

interface Row {
	item: IDataObject;
	code: string;
	/** What arrives. */
	sent: IDataObject;
	/** What is refused, by its field: its column, and how it is written there. */
	refused: Array<{ field: string; header: string; written: unknown }>;
}

/** A cell of the file, for a column that is not used, or not filled. */
const otherCell = (header: string, field: string | null | undefined, code: string) =>
	typeof field !== 'string'
		? fc.constantFrom('', ...(/country|\bland\b/i.test(header) ? [code] : ['x', 7]))
		: fc.constantFrom(...corpus.empty, ...(/name$/i.test(field) ? [] : corpus.emptyButForNames));

/** A row of a tool's file, in which one column of each field is filled, or none. */
const rowOf = (headers: Headers): fc.Arbitrary<Row> =>
	fc.constantFrom(...CODES).chain((code) => {
		const columns = (field: string) =>
			Object.keys(headers).filter((header) => headers[header] === field);
		const filled = FIELDS.map((field) => {
			const named = field === 'name' && columns('name').length === 0 ? 'lastName' : field;
			const values = valuesOf(field, code);
			const valid = values.filter(({ sent }) => sent !== undefined);
			const value = fc.oneof(
				{ weight: 3, arbitrary: fc.constantFrom(undefined, ...valid) },
				fc.constantFrom(...values),
			);
			const header =
				columns(named).length > 0 ? fc.constantFrom(...columns(named)) : fc.constant(undefined);
			return fc.record({ field: fc.constant(field), header, value });
		});
		const others = fc.record(
			Object.fromEntries(
				Object.entries(headers).map(([header, field]) => [header, otherCell(header, field, code)]),
			),
		);
		return fc.tuple(others, ...filled).map(([item, ...cells]) => {
			const row: Row = { item: { ...item }, code, sent: {}, refused: [] };
			for (const { field, header, value } of cells) {
				if (header === undefined || value === undefined) continue;
				row.item[header] = value.written;
				if (value.sent !== undefined) row.sent[field] = value.sent;
				else row.refused.push({ field, header, written: value.written });
			}
			return row;
		});
	});

/** The file as n8n reads it, though it is in the encoding of Excel's own CSV. */
const readAsUtf8 = (text: unknown): unknown =>
	typeof text === 'string' && /^[\0-\u00ff]*$/.test(text)
		? Buffer.from(text, 'latin1').toString()
		: text;

async function writeRows(rows: Row[], options: INodeParameters = {}): Promise<IDataObject[]> {
	const parameters = {
		...{ resource: 'person', operation: 'create', dataToSend: 'autoMapInputData' },
		...{ inputsToIgnore: 'code', options: { phoneCountryCode: '={{ $json.code }}', ...options } },
	};
	const items = rows.map(({ item, code }) => ({ ...item, code }));
	const run = await runNode(sandbox(), parameters, { items, onError: 'continueRegularOutput' });
	expect(run.error).toBeUndefined();
	return run.json;
}

/** What came of a row: what was sent, or the columns and values of which one was named. */
function expectAsMeant({ item, sent, refused }: Row, json: IDataObject, isLeftOut: boolean): void {
	const isNamed = (message: unknown) =>
		refused.some(({ header, written }) =>
			[JSON.stringify(header).slice(1, -1), `(got ${JSON.stringify(written).slice(0, 40)}`].every(
				(part) => String(message as string).includes(part),
			),
		);
	const needsName = sent.name === undefined || refused.some(({ field }) => field === 'name');
	if (needsName || (refused.length > 0 && !isLeftOut)) {
		const isMissing =
			sent.name === undefined && String(json.error as string).startsWith('Name must not be empty');
		expect(isMissing || isNamed(json.error)).toBe(true);
		return;
	}
	expect(json.error).toBeUndefined();
	const arrived = FIELDS.flatMap((field) => (json[field] === null ? [] : [[field, json[field]]]));
	expect(Object.fromEntries(arrived)).toEqual(sent);
	const why = Object.entries((json.leftOut ?? {}) as IDataObject);
	const unused = why.flatMap(([column, reason]) => (reason === 'fits no field' ? [column] : []));
	const reasons = Object.fromEntries(why.filter(([column]) => !unused.includes(column)));
	const fitsNoField = ([column, value]: [string, unknown]) =>
		value !== '' && placeOf(column) === undefined;
	const unfit = Object.entries(item).flatMap((cell) => (fitsNoField(cell) ? [cell[0]] : []));
	expect(unused).toEqual(isLeftOut ? unfit : []);
	expect(Object.keys(reasons).sort()).toEqual(refused.map(({ field }) => field).sort());
	expect(Object.values(reasons).filter((reason) => !isNamed(reason))).toEqual([]);
}

test('Each value of the corpus arrives as it is meant, or is refused', async () => {
	const rows = FIELDS.flatMap((field) =>
		(field === 'phoneNumber' ? CODES : CODES.slice(0, 1)).flatMap((code) =>
			valuesOf(field, code).map(({ written, sent }): Row => {
				const { header = '' } = HEADERS.find((one) => one.field === field) ?? {};
				const item = { Name: 'Ada', [field === 'name' ? 'Name' : header]: written };
				const refused = sent === undefined ? [{ field, header, written }] : [];
				const meant = { name: 'Ada', ...(sent !== undefined && { [field]: sent }) };
				return { item, code, sent: meant, refused };
			}),
		),
	);
	const outputs = await writeRows(rows);
	const wrong = rows.flatMap(({ item, code, sent, refused }, index) => {
		const { error, ...person } = outputs[index] ?? {};
		const arrived =
			error !== undefined ? 'refused' : FIELDS.map((field) => person[field] ?? undefined);
		const meant = refused.length > 0 ? 'refused' : FIELDS.map((field) => sent[field]);
		return JSON.stringify(arrived) === JSON.stringify(meant)
			? []
			: [{ item, code, arrived, meant }];
	});
	expect(wrong).toEqual([]);
});

test.each(SETS)('$tool: rows arrive as they are meant, or are refused', async ({ headers }) => {
	for (const isLeftOut of [false, true]) {
		const rows = fc.sample(rowOf(headers), { numRuns: casesOf(50), seed: 20261124 });
		const outputs = await writeRows(rows, { invalidValues: isLeftOut ? 'leaveOut' : 'refuse' });
		rows.forEach((row, index) => expectAsMeant(row, outputs[index] ?? {}, isLeftOut));
		expect(outputs.filter(({ error }) => error === undefined).length).toBeGreaterThan(
			rows.length / 10,
		);
	}
});

test.each(SETS)(
	'$tool: no broken character arrives of a file in another encoding',
	async ({ headers }) => {
		const rows = fc.sample(rowOf(headers), { numRuns: casesOf(50), seed: 20261124 }).map((row) => ({
			...row,
			item: Object.fromEntries(
				Object.entries(row.item).map((cell) => cell.map(readAsUtf8)),
			) as IDataObject,
		}));
		await writeRows(rows, { invalidValues: 'leaveOut' });
		expect(JSON.stringify(sandbox().requests.map(({ body }) => body))).not.toContain('\ufffd');
	},
);
