/** n8n's type definition of a node, read and checked by the TypeScript compiler. */
import ts from 'typescript';

/** A field of a definition. */
export interface DefinedField {
	/** Within the parameters, such as `filters.query`. */
	path: string;
	isRequired: boolean;
	/** What is said of it. */
	text: string;
	/** When it is shown, and when not, by other fields. */
	show?: Record<string, unknown[]>;
	hide?: Record<string, unknown[]>;
}

/** The parameters of a node, or of one of its operations. */
export interface DefinedParameters {
	/** Of the type. */
	name: string;
	/** What is said of it, in it or before it. */
	text: string;
	/** The literals that tell it from others: `resource` and `operation`. */
	discriminators: Record<string, string>;
	/** All others, nested ones too. */
	fields: DefinedField[];
}

const DISCRIMINATORS = ['resource', 'operation'];

/** The types of parameters that a definition declares. */
export function parametersIn(definition: string): DefinedParameters[] {
	const file = ts.createSourceFile('definition.ts', definition, ts.ScriptTarget.Latest, true);
	return file.statements.flatMap((statement) => {
		const members = membersOf(statement);
		if (members === undefined || !members.name.endsWith('Params')) return [];
		const isOfCombination = (member: ts.TypeElement) => DISCRIMINATORS.includes(nameOf(member));
		const told = members.all.filter(isOfCombination);
		const discriminators = told.map((member) => [nameOf(member), literalOf(member)] as const);
		const others = members.all.filter((member) => !(isOfCombination(member) && literalOf(member)));
		return [
			{
				name: members.name,
				text: [statement, ...told].map(commentsOf).join('\n'),
				discriminators: Object.fromEntries(discriminators.filter(([, value]) => value !== '')),
				fields: others.flatMap((member) => fieldsOf(member, '')),
			},
		];
	});
}

function membersOf(statement: ts.Statement): { name: string; all: readonly ts.TypeElement[] } | undefined {
	if (ts.isInterfaceDeclaration(statement)) return { name: statement.name.text, all: statement.members };
	if (!ts.isTypeAliasDeclaration(statement) || !ts.isTypeLiteralNode(statement.type)) return undefined;
	return { name: statement.name.text, all: statement.type.members };
}

const nameOf = ({ name }: ts.TypeElement): string =>
	name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';

/** The text of a literal type; empty for any other. */
function literalOf(member: ts.TypeElement): string {
	const type = ts.isPropertySignature(member) ? member.type : undefined;
	if (type === undefined || !ts.isLiteralTypeNode(type) || !ts.isStringLiteral(type.literal)) return '';
	return type.literal.text;
}

function fieldsOf(member: ts.TypeElement, before: string): DefinedField[] {
	const path = `${before}${nameOf(member)}`;
	const conditions = ts
		.getJSDocTags(member)
		.filter(({ tagName }) => tagName.text === 'displayOptions')
		.map(({ comment }) => conditionsIn(ts.getTextOfJSDocComment(comment) ?? ''));
	const field = {
		path,
		isRequired: member.questionToken === undefined,
		text: commentsOf(member),
		...conditions.reduce((all, one) => ({ ...all, ...one }), {}),
	};
	const type = ts.isPropertySignature(member) ? member.type : undefined;
	const nested = type === undefined ? [] : literalIn(type);
	return [field, ...nested.flatMap((one) => fieldsOf(one, `${path}.`))];
}

/** The members of an object, or of the objects of a list; a locator has none that would be filled in by themselves. */
function literalIn(type: ts.TypeNode): readonly ts.TypeElement[] {
	if (ts.isTypeLiteralNode(type))
		return type.members.some((one) => nameOf(one) === '__rl') ? [] : type.members;
	if (ts.isTypeReferenceNode(type)) return (type.typeArguments ?? []).flatMap(literalIn);
	return [];
}

/** Such as `.show { event: ["pageCreated"], returnAll: [false] }`, as n8n's generator writes it. */
function conditionsIn(text: string): Pick<DefinedField, 'show' | 'hide'> {
	const kind = text.startsWith('.hide') ? 'hide' : 'show';
	const entries = [...text.matchAll(/([^\s{,]+): (\[.*?\])(?=, \S+: \[| \})/g)];
	return {
		[kind]: Object.fromEntries(
			entries.map(([, key = '', values = '[]']) => [key, JSON.parse(values) as unknown[]] as const),
		),
	};
}

const commentsOf = (node: ts.Node): string =>
	ts
		.getJSDocCommentsAndTags(node)
		.map((comment) => comment.getText())
		.join('\n');

/** Parameters that are tried with a definition. */
export interface Sample {
	/** Name of the type that they are tried with. */
	type: string;
	parameters: object;
}

/** What n8n's definitions name and don't declare. An expression is a text that begins as one. */
const PRELUDE = `
type Expression<_Result> = \`={{\${string}\`;
interface IDataObject { [name: string]: unknown }
interface CredentialReference { id: string; name: string }
interface NodeConfig<Parameters> { parameters?: Parameters }
`;

/**
 * Compiles definitions, and with them samples.
 *
 * @returns what the compiler says of the definitions, and of each sample
 */
export function compile(
	definitions: string[],
	samples: Sample[],
): { definitions: string[]; samples: string[][] } {
	// n8n declares no type for all operations of a node, but names it.
	const combined = definitions.flatMap((definition) => {
		const names = parametersIn(definition).map(({ name }) => name);
		const [all] = /(?<=NodeConfig<)\w+/.exec(definition) ?? [];
		return all === undefined || names.includes(all) ? [] : [`type ${all} = ${names.join(' | ')};`];
	});
	const declared = [PRELUDE, ...combined, ...definitions].join('\n');
	const lines = samples.map(
		({ type, parameters }, index) => `\nconst sample${index}: ${type} = ${JSON.stringify(parameters)};`,
	);
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		types: [],
		target: ts.ScriptTarget.ES2022,
	};
	const host = ts.createCompilerHost(options);
	const fromDisk = host.getSourceFile.bind(host);
	const source = ts.createSourceFile('samples.ts', declared + lines.join(''), ts.ScriptTarget.ES2022);
	host.getSourceFile = (name, ...rest) => (name === 'samples.ts' ? source : fromDisk(name, ...rest));
	const program = ts.createProgram(['samples.ts'], options, host);
	const said = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
	const between = (start: number, end: number) =>
		said
			.filter(({ start: at = 0 }) => at >= start && at < end)
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
	let end = declared.length;
	return {
		definitions: between(0, end),
		samples: lines.map((line) => between(end, (end += line.length))),
	};
}
