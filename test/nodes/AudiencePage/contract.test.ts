import type { INodeProperties } from 'n8n-workflow';

import { AudiencePageApi } from '../../../credentials/AudiencePageApi.credentials';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import {
	eventProperty,
	events,
	nested,
	operations,
	optionsOf,
	resourceProperty,
} from '../../support/description';
import contract from './contract.json';

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

const parametersOf = (fields: INodeProperties[]) =>
	Object.fromEntries(fields.flatMap((field) => nested(field)).map(([path, field]) => [path, stored(field)]));

const { description } = new AudiencePage();
const { description: trigger } = new AudiencePageTrigger();
const credential = new AudiencePageApi();

/** Saved workflows store these names and values: one that changes here breaks them. */
test('names, values and defaults are those that saved workflows have stored', () => {
	expect({
		credential: { name: credential.name, ...parametersOf(credential.properties) },
		node: { name: description.name, version: description.version, resource: stored(resourceProperty) },
		operations: Object.fromEntries(operations.map(({ name, fields }) => [name, parametersOf(fields)])),
		trigger: { name: trigger.name, version: trigger.version, event: stored(eventProperty) },
		events: Object.fromEntries(events.map(({ event, fields }) => [event, parametersOf(fields)])),
	}).toEqual(contract);
});
