import type { MockInstance } from 'vitest';

import type { Sandbox } from '../service/sandbox';

export interface PollBudget {
	/** How long the polls so far asked for, in milliseconds. */
	readonly asked: number[];
	/** The time of the polls from now on is up when the sandbox has got so many more requests. */
	endsAfter(requests: number): void;
}

/** In the tests of a file, the time of a poll is up when a test says so, and not before. */
export function usePollBudget(sandbox: () => Sandbox): PollBudget {
	let timeUp = new AbortController();
	let clock: MockInstance<typeof AbortSignal.timeout>;
	const asked: number[] = [];

	beforeEach(() => {
		timeUp = new AbortController();
		asked.length = 0;
		clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			asked.push(milliseconds);
			return timeUp.signal;
		});
	});
	afterEach(() => {
		clock.mockRestore();
		sandbox().settings.onRequest = () => {};
	});

	return {
		asked,
		endsAfter: (requests) => {
			const controller = new AbortController();
			timeUp = controller;
			let left = requests;
			sandbox().settings.onRequest = () => {
				if (--left === 0) controller.abort();
			};
		},
	};
}
