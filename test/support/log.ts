/** n8n's log, as the nodes under test write it: kept here in place of a console. */
import { LOG_LINES } from '../../nodes/AudiencePage/shared/log';

/** The lines of a test file; whoever looks at some takes them out. */
export const logged: Array<{ message: string; fields: object }> = [];

const keep = (message: string, fields = {}) => void logged.push({ message, fields });
export const logger = { error: keep, warn: keep, info: keep, debug: keep };

/** The fields of all lines of this kind; the others are taken out with them. */
export const takeLines = (line: keyof typeof LOG_LINES): object[] =>
	logged
		.splice(0)
		.flatMap(({ message, fields }) => (message.includes(LOG_LINES[line][1]) ? [fields] : []));
