/** The names, values and defaults that saved workflows have stored, from the descriptions. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { AudiencePageApi } from '../../../credentials/AudiencePageApi.credentials.ts';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node.ts';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node.ts';
import { RESOURCES } from '../../../nodes/AudiencePage/resources/index.ts';
import { events, nested, operations, optionsOf } from '../../support/description';

/**
 * What a saved workflow relies on: the type, the values or modes, and what applies where it stored
 * nothing.
 */
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
	Object.fromEntries(
		fields.flatMap((field) => nested(field)).map(([path, field]) => [path, stored(field)]),
	);

const choiceOf = ({ properties }: INodeTypeDescription, name: string): string =>
	properties.filter((property) => property.name === name).map(stored)[0] ?? '';

/** All of them, in the shape of contract.json. */
export function storedNames() {
	const node = new AudiencePage().description;
	const trigger = new AudiencePageTrigger().description;
	const credential = new AudiencePageApi();
	return {
		credential: { name: credential.name, ...parametersOf(credential.properties) },
		node: { name: node.name, version: node.version, resource: choiceOf(node, 'resource') },
		operationLists: Object.fromEntries(
			RESOURCES.map(({ option, operationField }) => [String(option.value), stored(operationField)]),
		),
		operations: Object.fromEntries(
			operations.map(({ name, fields }) => [name, parametersOf(fields)]),
		),
		trigger: { name: trigger.name, version: trigger.version, event: choiceOf(trigger, 'event') },
		events: Object.fromEntries(events.map(({ event, fields }) => [event, parametersOf(fields)])),
	};
}
