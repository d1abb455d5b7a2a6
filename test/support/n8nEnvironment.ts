import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** n8n-core logs every error of a node to the console; the tests look at the errors themselves. */
process.env.N8N_LOG_LEVEL = 'silent';

/**
 * n8n-core keeps its settings in a file of its user's folder: the tests have one of their own, each
 * worker.
 */
const folder = join(tmpdir(), 'n8n-nodes-audience-page', `worker-${process.env.JEST_WORKER_ID}`);
mkdirSync(folder, { recursive: true });
process.env.N8N_USER_FOLDER = folder;

/** The n8n's own ID, which is made of this, is in every key that the node makes. */
process.env.N8N_ENCRYPTION_KEY = 'encryption-key-of-the-tests';
