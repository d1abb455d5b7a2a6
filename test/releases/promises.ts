/** What users of a version rely on: the names that their workflows have stored, and the fields of each output. */
import { AudiencePageApi } from '../../credentials/AudiencePageApi.credentials.ts';
import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node.ts';
import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node.ts';
import { ROOT } from '../docs/root';
import { storedNames } from '../nodes/AudiencePage/stored';
import type { PlainSchema } from '../previews/schema';
import { brokenLines, type Lines } from '../write/contract';
import { outputsIn, type Package } from './released';

/** The package as it is in the project. */
export const packageNow = (): Package => ({
	node: new AudiencePage(),
	trigger: new AudiencePageTrigger(),
	credential: new AudiencePageApi(),
	outputs: outputsIn(ROOT),
});

/** Each field by its path, such as `messages[].role`: its types, and whether it is always there. */
function fieldsOf({ properties = {}, required = [], items }: PlainSchema, path = ''): Lines {
	if (items) return fieldsOf(items, `${path}[]`);
	return Object.fromEntries(
		Object.entries(properties).flatMap(([name, field]) => {
			const at = path === '' ? name : `${path}.${name}`;
			const types = [field.type].flat().join(' or ');
			const line = required.includes(name) ? `${types}, always` : types;
			return [[at, line], ...Object.entries(fieldsOf(field, at))];
		}),
	);
}

const contractOf = ({ node, trigger, credential }: Package): Lines =>
	storedNames({ node: node.description, trigger: trigger.description, credential });

const outputFieldsOf = ({ outputs }: Package): Lines =>
	Object.fromEntries(Object.entries(outputs).map(([operation, schema]) => [operation, fieldsOf(schema)]));

/** Names, values and defaults that saved workflows have stored, and that are gone or are others: each in words. */
export const brokenNames = (released: Package, now: Package): string[] =>
	brokenLines(contractOf(released), contractOf(now));

/** Fields of outputs that are gone or are of another type: each in words. */
export const brokenOutputs = (released: Package, now: Package): string[] =>
	brokenLines(outputFieldsOf(released), outputFieldsOf(now));
