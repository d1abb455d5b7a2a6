/**
 * In the tests of a file, what goes to a sandbox goes through Prism, and a test fails if anything
 * violates openapi.yaml.
 */
import type * as Sandboxes from '../service/sandbox';
import { startPrism } from './prism';

const violations: string[] = [];

jest.mock('../service/sandbox', () => {
	const sandboxes = jest.requireActual<typeof Sandboxes>('../service/sandbox');
	const startSandbox: typeof sandboxes.startSandbox = async (options) => {
		const sandbox = await sandboxes.startSandbox(options);
		const prism = await startPrism(sandbox.url, (violation) => violations.push(violation));
		const closeSandbox = sandbox.close.bind(sandbox);
		let closed: Promise<void> | undefined;
		const close = () => (closed ??= prism.close().then(closeSandbox));
		// Not spread into a new object, which would not follow the sandbox's counts.
		return Object.assign(sandbox, { url: prism.url, close });
	};
	return { ...sandboxes, startSandbox };
});

afterEach(() => expect(violations.splice(0)).toEqual([]));
