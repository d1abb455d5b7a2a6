import type { RecordedRequest, Sandbox } from '../../service/sandbox';

/**
 * The next request that this is true of is refused, by an answer that no client takes for a failure of the moment: a
 * redirect, which is not followed. What fails is sent again by somebody else than the node, or not at all.
 */
export function refuseNext(sandbox: Sandbox, when: (request: RecordedRequest) => boolean): void {
	sandbox.settings.faults.redirectTo = sandbox.url;
	sandbox.failNext('redirect', { when });
}
