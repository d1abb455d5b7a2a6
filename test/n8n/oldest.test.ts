/** What the packed node does on the oldest n8n that is supported. */
import { testExamples } from './examples/examples';
import { OLDEST_N8N } from './harness/install';
import { useN8n } from './harness/useN8n';
import { envOfTests } from './node/env';
import { testOperations } from './node/operations';
import { testRetries } from './node/retries';
import { testTrigger } from './node/trigger';

describe(`n8n ${OLDEST_N8N}`, () => {
	const stage = useN8n({ version: OLDEST_N8N, env: envOfTests });
	testExamples(stage);
	testOperations(stage);
	testRetries(stage);
	testTrigger(stage);
});
