import { ensureN8n } from './install';

/** Before all tests, because no test's time limit is made for an install. */
export default async (): Promise<void> => {
	await ensureN8n();
};
