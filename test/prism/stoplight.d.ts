/** What we use of Prism: it is installed when it is first needed, its types not before. */
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
