/** How often something happens before the event loop turns, at most: as often as `work` calls what it is given. */
export async function mostPerTurn(work: (happens: () => void) => Promise<unknown>): Promise<number> {
	let most = 0;
	let inThisTurn = 0;
	let isAtWork = true;
	const turn = () => {
		inThisTurn = 0;
		// A timer as those that the work waits for: on a slow machine, several of them come before an immediate.
		if (isAtWork) setTimeout(turn, 0);
	};
	turn();
	try {
		await work(() => (most = Math.max(most, ++inThisTurn)));
	} finally {
		isAtWork = false;
	}
	return most;
}
