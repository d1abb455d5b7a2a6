/** The tests and groups of tests in a source, as their authors named them. */
import ts from 'typescript';

const FUNCTIONS = ['describe', 'it', 'test'];

/** The function at the beginning of a call such as `test.each(rows)(title)`. */
function nameOf(callee: ts.Expression): string {
	if (ts.isIdentifier(callee)) return callee.text;
	if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return nameOf(callee.expression);
	return '';
}

/** The titles of all of them; what rows of `each` fill in stays as it is written, such as `%s`. */
export function testTitlesOf(source: string): string[] {
	const titles: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && FUNCTIONS.includes(nameOf(node.expression))) {
			const [title] = node.arguments;
			if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest));
	return titles;
}
