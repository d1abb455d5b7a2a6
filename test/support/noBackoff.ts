import * as waiting from '../../nodes/AudiencePage/transport/waiting';

/** In the tests of a file, what the node sends again of its own accord it sends again at once. */
export function useNoBackoff(): void {
	beforeEach(() => {
		jest.spyOn(waiting, 'backoff').mockReturnValue(0);
		jest.spyOn(waiting, 'pauseAfterRefusal').mockReturnValue(0);
	});
	afterEach(() => jest.restoreAllMocks());
}
