/** n8n-core logs every error of a node to the console; the tests look at the errors themselves. */
process.env.N8N_LOG_LEVEL = 'silent';
