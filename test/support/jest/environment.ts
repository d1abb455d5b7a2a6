/**
 * Where a test file runs: in the realm of its process, as n8n's own code does. Jest would give each file a realm
 * of its own, in which all packages are loaded anew: n8n's alone take longer than most files do.
 */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

interface Config {
	projectConfig: ConstructorParameters<typeof ModernFakeTimers>[0]['config'];
}

export default class Environment {
	readonly global = globalThis;
	readonly moduleMocker = new ModuleMocker(globalThis);
	readonly fakeTimersModern: ModernFakeTimers;
	/** What Jest replaces for a file. */
	private readonly console = globalThis.console;
	private readonly exit = Object.getOwnPropertyDescriptor(process, 'exit')!;
	private isOver = false;

	constructor({ projectConfig: config }: Config) {
		this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
	}

	exportConditions = (): string[] => ['node', 'node-addons'];

	/** Where there is none, Jest loads no module any more; `runtime.js` runs all in the process's own. */
	getVmContext = () => (this.isOver ? null : globalThis);

	/** Jest keeps a hundred frames of each error; n8n makes one for all that a node refuses, and reads its stack. */
	setup = async (): Promise<void> => {
		Error.stackTraceLimit = 25;
	};

	/** The next file in this process finds what this one has found. */
	teardown = async (): Promise<void> => {
		this.isOver = true;
		this.fakeTimersModern.dispose();
		this.moduleMocker.restoreAllMocks();
		globalThis.console = this.console;
		Object.defineProperty(process, 'exit', this.exit);
	};
}
