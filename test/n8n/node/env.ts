import { TIME_ZONE } from '../job/analytics';

/** The environment of n8n in the tests of its versions. */
export const envOfTests = {
	GENERIC_TIMEZONE: TIME_ZONE,
	N8N_LOG_LEVEL: 'debug',
	// As n8n 2 does by default: n8n 1 would keep files in the data of executions, and save the end of
	// an execution before its data.
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	DB_SQLITE_POOL_SIZE: '3',
};
