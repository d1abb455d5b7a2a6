import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const nameOf = ({ key }) => key?.name ?? key?.value;

/**
 * What a form shows is no decision: of an object that describes a field (it has a `displayName` and a `type`),
 * all but its `routing` is left as it is. Tests of the description hold it.
 */
const forms = {
	shouldIgnore({ node, parent }) {
		if (node.type !== 'ObjectProperty' || parent?.type !== 'ObjectExpression') return undefined;
		const names = parent.properties.map(nameOf);
		const isField = names.includes('displayName') && names.includes('type');
		return isField && nameOf(node) !== 'routing' ? 'the form' : undefined;
	},
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'forms', forms)];
