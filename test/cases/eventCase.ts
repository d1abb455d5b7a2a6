/**
 * What the tests know of one event of the trigger, beside openapi.yaml and its description: see
 * `eventCases.ts`.
 */
import type { INodeParameters } from 'n8n-workflow';
import type { SimplifiedFields } from '../../nodes/AudiencePage/fields/simplify';
import type { Store } from '../service/store';
import type { Ids } from './operationCase';

export interface EventCase {
	/** The least it is polled with. */
	needs: (ids: Ids) => INodeParameters;
	/** Where the sandbox has the records of the list that it reads. */
	recordsIn: (store: Store, ids: Ids) => unknown;
	/** Fields whose change starts a workflow; without them, only what is new does. */
	compares?: string[];
	/** What a record has to have for it, if not every record starts a workflow. */
	only?: Record<string, string>;
	/** What it gives beside the fields of the record. */
	adds?: string[];
	/** What Simplify leaves, if it is not what it leaves of Get Many. */
	simplified?: SimplifiedFields;
	/** A path and its query, read once something is found. */
	thenReads?: string;
}
