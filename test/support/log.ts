/** n8n's log, as the nodes under test write it: kept here in place of a console. */
import type { IPollFunctions } from 'n8n-workflow';

import { LOG_LINES } from '../../nodes/AudiencePage/shared/log';

interface Logged {
	level: string;
	message: string;
	fields: object;
}

/** The lines of a test file; whoever looks at some takes them out. */
export const logged: Logged[] = [];

const keep =
	(level: string) =>
	(message: string, fields = {}) =>
		void logged.push({ level, message, fields });

export const logger: IPollFunctions['logger'] = {
	error: keep('error'),
	warn: keep('warn'),
	info: keep('info'),
	debug: keep('debug'),
};

export const logTo = (context: Pick<IPollFunctions, 'logger'>): void =>
	void Object.defineProperty(context, 'logger', { value: logger });

/** The fields of all lines of this kind; the others are taken out with them. */
export const takeLines = (line: keyof typeof LOG_LINES): object[] =>
	logged
		.splice(0)
		.filter(({ message }) => message.includes(LOG_LINES[line][1]))
		.map(({ fields }) => fields);

/** What an n8n context gives a line of the log, where there is no n8n. */
export const logging = {
	logger,
	getExecutionId: () => 'execution-1',
	getWorkflow: () => ({ id: 'w1', name: 'W', active: true }),
};
