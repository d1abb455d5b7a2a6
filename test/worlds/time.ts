import * as receiving from '../../nodes/AudiencePage/transport/receive';
import { nextTurn, type Clock } from '../support/virtualTime';
import type { WorldService } from './WorldService';

/** Turns of the event loop after which whoever has something to do has begun with it. */
const TURNS = 3;

/**
 * Has time pass only when nothing can go on without it: no request is on its way to the service, and no answer on its
 * way to the node. So what happens does not depend on how fast the machine is, though the connections are real ones.
 */
export function waitForConnections(clock: Clock, service: WorldService): void {
	/** Requests that were begun and are not answered, seen from the node. */
	let open = 0;
	/** Anything that happens at the node's end of a connection. */
	let events = 0;
	const { receive } = receiving;
	jest.spyOn(receiving, 'receive').mockImplementation(async (...request) => {
		[open, events] = [open + 1, events + 1];
		try {
			return await receive(...request);
		} finally {
			[open, events] = [open - 1, events + 1];
		}
	});
	clock.settle = async () => {
		for (let quiet = 0, known = events; quiet < TURNS; quiet++) {
			await nextTurn();
			if (events === known && open === service.held) continue;
			[quiet, known] = [0, events];
		}
	};
}
