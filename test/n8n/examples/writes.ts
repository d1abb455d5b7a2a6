import type { Sandbox } from '../../service/sandbox';

/** What was sent to change something: all requests so far but those that read, in the order of their arrival. */
export const writesTo = ({ requests }: Sandbox) =>
	requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
