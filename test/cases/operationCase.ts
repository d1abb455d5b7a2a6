/**
 * What the tests know of one operation, beside openapi.yaml and the node's description:
 * `<operation>.case.ts`.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PlainSchema } from '../previews/schema';
import type { Store } from '../service/store';
import type { firstIds } from '../support/records';

/**
 * The IDs of records that belong together and the person's email, or the expressions that read them
 * from an item.
 */
export type Ids = ReturnType<typeof firstIds>;

/** One way to use an operation: parameters in place of, or beside, those that it needs. */
export interface Way {
	title: string;
	parameters: INodeParameters;
	items?: IDataObject[];
}

/**
 * How an operation runs for the three items of `linkedItems` (support/itemLinks.ts), whose `n` is
 * 0, 1 and 2.
 */
export interface ItemLinks {
	/**
	 * In place of, or beside, those that it needs: IDs are expressions already, audiences are of
	 * `talkedPageId`.
	 */
	parameters?: INodeParameters;
	/** For each item of the output, the `n` of the item that it came from. */
	cameFrom?: number[];
}

export interface OperationCase {
	/**
	 * The endpoints it calls, by operationId: first that of its routing, then any others in their
	 * order.
	 */
	calls: [ofRouting: string, ...rest: string[]];

	/**
	 * The least it runs with: of two fields of which one must be filled, both; and what shows all of
	 * its fields.
	 */
	needs: (ids: Ids) => INodeParameters;

	/** Of a list with cursors: filters with which it still has several pages. */
	filters?: (ids: Ids) => INodeParameters;

	/**
	 * Ways to use it that give an output. If `calls` has one endpoint, n8n's own engine must send and
	 * give the same. What it needs, several items, the filters, and the pages of a list are tried
	 * without being named here. Items share nothing there: a list that is read once for all of them
	 * takes one item.
	 */
	ways?: (store: Store, ids: Ids) => Way[];

	/**
	 * Where items and outputs are not one to one (for a list: one record of two for the second item),
	 * or where `needs` does not make items differ. They replace the run that is tried otherwise,
	 * which `{}` is.
	 */
	itemLinks?: ItemLinks[];

	/**
	 * One item of the default output, where it is not the endpoint's record (of a list, that of its
	 * entries).
	 */
	output?: PlainSchema;
	/**
	 * What comes out if the form is filled in otherwise than at first, for the documents: the names
	 * of its fields, after "With", such as *Simplify* off. For an item without fields, or no item,
	 * the description of the option is enough.
	 */
	otherOutputs?: Array<{ when: string; names: string[] }>;
	/** What it does, for the documents, where n8n demands one wording of its own in the form. */
	summary?: string;
	/** Fields of the output that the sandbox never gives, such as `.toolCalls[].error`. */
	neverGiven?: string[];
}
