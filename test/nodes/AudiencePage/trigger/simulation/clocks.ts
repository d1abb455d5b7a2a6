/** The clocks of a simulation, in which hours pass between two polls. */
const MINUTE = 60_000;

/** Moves all clocks by the minutes that a simulation says; what takes time takes it as ever. */
export function movedClocks(minutes: () => number): { restore: () => void } {
	const clocks = [performance, Date].map((clock) => {
		const now = clock.now.bind(clock);
		return vi.spyOn(clock, 'now').mockImplementation(() => now() + minutes() * MINUTE);
	});
	return { restore: () => clocks.forEach((clock) => clock.mockRestore()) };
}
