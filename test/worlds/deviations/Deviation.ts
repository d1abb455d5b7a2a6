import type { WorldService } from '../WorldService';

/** One thing that the service interface leaves open, as one service has it. */
export interface Deviation {
	/** What a reader of a failure is told. */
	name: string;
	apply: (service: WorldService) => void;
	/**
	 * Whether an item may end in an error for it: where nothing says so, everything is to go well.
	 */
	mayFail?: (operation: OperationKind) => boolean;
	/** What it keeps from the node, which can do without one of them, but not without both. */
	hides?: 'the answers' | 'the people';
}

/** Whether these deviations together allow for an item to end in an error. */
export function mayFailWith(deviations: Deviation[], operation: OperationKind): boolean {
	const hidden = deviations.flatMap(({ hides }) => hides ?? []);
	return hidden.length > 1 || deviations.some(({ mayFail }) => mayFail?.(operation) ?? false);
}

/** What a deviation may ask about the operation that is run. */
export interface OperationKind {
	/** Whether its requests can be sent again without doing anything twice. */
	isRepeatable: boolean;
	/** Whether it asks for a new record, and cannot look for it if the answer does not have it. */
	isCreation?: boolean;
	/** Whether it takes somebody who is not in the list of everyone for not there. */
	needsEveryone?: boolean;
}
