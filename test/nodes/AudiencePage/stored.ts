/** The names, values and defaults that saved workflows have stored, from the descriptions. */
import type { ICredentialType, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { AudiencePageApi } from '../../../credentials/AudiencePageApi.credentials.ts';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node.ts';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node.ts';
import { eventsIn, nested, operationsIn, optionsOf } from '../../support/description';

/** What a version of the package describes. */
export interface Described {
	node: INodeTypeDescription;
	trigger: INodeTypeDescription;
	credential: Pick<ICredentialType, 'name' | 'properties'>;
}

const asItIs = (): Described => ({
	node: new AudiencePage().description,
	trigger: new AudiencePageTrigger().description,
	credential: new AudiencePageApi(),
});

/** What a saved workflow relies on: the type, the values or modes, and what applies where it stored nothing. */
function stored(field: INodeProperties): string {
	const { type, modes, default: usual } = field;
	const isChoice = type === 'options' || type === 'multiOptions';
	const values = isChoice
		? optionsOf(field).map(({ value }) => value)
		: (modes ?? []).map(({ name }) => name);
	const choice = values.length > 0 ? ` (${values.join(' | ')})` : '';
	return `${type}${choice} = ${JSON.stringify(usual)}`;
}

const parametersOf = (fields: INodeProperties[]): Record<string, string> =>
	Object.fromEntries(fields.flatMap((field) => nested(field)).map(([path, field]) => [path, stored(field)]));

const choiceOf = ({ properties }: INodeTypeDescription, name: string): string =>
	properties.filter((property) => property.name === name).map(stored)[0] ?? '';

/** All of them, in the shape of contract.json: of the package as it is, or another version of it. */
export function storedNames({ node, trigger, credential }: Described = asItIs()) {
	const operations = operationsIn(node.properties);
	const events = eventsIn(trigger.properties);
	return {
		credential: { name: credential.name, ...parametersOf(credential.properties) },
		node: { name: node.name, version: node.version, resource: choiceOf(node, 'resource') },
		operations: Object.fromEntries(operations.map(({ name, fields }) => [name, parametersOf(fields)])),
		trigger: { name: trigger.name, version: trigger.version, event: choiceOf(trigger, 'event') },
		events: Object.fromEntries(events.map(({ event, fields }) => [event, parametersOf(fields)])),
	};
}
