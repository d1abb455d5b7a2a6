import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const nameOf = ({ key }) => key?.name ?? key?.value;

/**
 * What a form shows is no decision: of an object that describes a field (it has a `displayName`) or
 * an option of one (a `name`, a `value` and a `description`), or of what a field is given for
 * itself (a `description` and a `hint`), all but its `routing` and `value` is left as it is, and so
 * is a whole `Operation`. Tests of the description hold it.
 */
const forms = {
	shouldIgnore({ node, parent }) {
		if (node.id?.typeAnnotation?.typeAnnotation.typeName?.name === 'Operation')
			return 'an operation';
		if (node.type !== 'ObjectProperty' || parent?.type !== 'ObjectExpression') return undefined;
		const names = parent.properties.map(nameOf);
		const has = (...wanted) => wanted.every((name) => names.includes(name));
		const isShown =
			has('displayName', 'name') ||
			has('name', 'value', 'description') ||
			has('description', 'hint');
		return isShown && !['routing', 'value'].includes(nameOf(node)) ? 'the form' : undefined;
	},
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'forms', forms)];
