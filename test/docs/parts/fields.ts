/** Fields of the form that have a table of their own. */
import type { INodeProperties } from 'n8n-workflow';
import { pageSize } from '../../../nodes/AudiencePage/fields/list';
import { requestOptionFields } from '../../../nodes/AudiencePage/fields/requestOptions';
import type { SimplifiedFields } from '../../../nodes/AudiencePage/fields/simplify';
import { ASSET_FIELDS } from '../../../nodes/AudiencePage/resources/asset/getAll';
import { AUDIENCE_FIELDS } from '../../../nodes/AudiencePage/resources/audience/fields';
import { CONVERSATION_FIELDS } from '../../../nodes/AudiencePage/resources/audienceMessage/output';
import { PAGE_FIELDS } from '../../../nodes/AudiencePage/resources/page/update';
import { STATUS_CHANGE_FIELDS } from '../../../nodes/AudiencePage/trigger/events';
import { nested, operations, optionsOf } from '../../support/description';
import { markdownTable } from '../../support/table';
import { commas } from '../numberText';
import type { Parts } from '../markers';

/** Records that Simplify makes shorter, and what is left of them. */
export const SIMPLIFIED: Record<string, SimplifiedFields> = {
	Audience: AUDIENCE_FIELDS,
	"Change of an audience's status": STATUS_CHANGE_FIELDS,
	Conversation: CONVERSATION_FIELDS,
	Page: PAGE_FIELDS,
	'Trashed asset': ASSET_FIELDS,
};

/** A field of an operation by its path, such as `options.timeout`; throws if the form has none. */
export function fieldAt(operation: string, path: string): INodeProperties {
	const { fields = [] } = operations.find(({ name }) => name === operation) ?? {};
	const found = fields.flatMap((field) => nested(field)).find(([at]) => at === path);
	if (found === undefined) throw new Error(`The form of ${operation} has no ${path}`);
	return found[1];
}

/** Names of fields as a list in a sentence. */
export const asList = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ');

const byName = (one: INodeProperties, other: INodeProperties): number =>
	one.displayName.localeCompare(other.displayName);

function optionsTable(): string {
	const rows = [...requestOptionFields, pageSize]
		.sort(byName)
		.map(({ displayName, default: usual, description = '' }) => [
			displayName,
			commas(Number(usual)),
			description,
		]);
	return markdownTable([['Option', 'Default', 'What it does'], ...rows]);
}

function keyModesTable(): string {
	const mode = fieldAt('accountLog.create', 'options.idempotencyKeyMode');
	const rows = optionsOf(mode).map(({ name, value, description = '' }) => [
		value === mode.default ? `${name} (default)` : name,
		description,
	]);
	return markdownTable([['Mode', 'How an entry that was already written is recognised'], ...rows]);
}

function simplifyTable(): string {
	const rows = Object.entries(SIMPLIFIED).map(([record, fields]) => [record, asList(Object.keys(fields))]);
	return markdownTable([['Record', 'Fields'], ...rows]);
}

export const fieldParts: Parts = {
	options: optionsTable,
	keyModes: keyModesTable,
	simplify: simplifyTable,
};
