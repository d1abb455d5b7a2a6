/**
 * Stoplight's Prism as a proxy in front of a service: it passes all on, and says what is not as
 * openapi.yaml has it.
 */
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { join } from 'node:path';
import { onceAProcess } from '../service/onceAProcess';

const DOCUMENT = join(__dirname, '..', 'service', 'openapi.yaml');

type Log = (facts: object, message: string) => void;

export interface Prism {
	url: string;
	close(): Promise<void>;
}

/**
 * Starts a Prism on a free port that gives the requests to `upstream`, and tells `report` each
 * violation.
 */
export async function startPrism(
	upstream: string,
	report: (violation: string) => void,
): Promise<Prism> {
	const operations = await onceAProcess('Prism', () => getHttpOperationsFromSpec(DOCUMENT));
	const ignore: Log = () => undefined;
	const error: Log = (_facts, message) => report(message);
	// Only warned of: a path that is not in the document, and a status. The interface shows no status
	// of errors.
	const warn: Log = (_facts, message) => {
		if (message.startsWith('Violation: request')) report(message);
	};
	const logger = {
		error,
		warn,
		info: ignore,
		success: ignore,
		debug: ignore,
		child: (): object => logger,
	};
	const server = createServer(operations, {
		cors: false,
		components: { logger },
		config: {
			isProxy: true,
			upstream: new URL(upstream),
			checkSecurity: true,
			validateRequest: true,
			validateResponse: true,
			// Else it would refuse what is wrong, and the tests would see another service than without
			// it.
			errors: false,
			mock: { dynamic: false },
		},
	});
	const url = await server.listen(0, '127.0.0.1');
	return { url, close: () => server.close() };
}
