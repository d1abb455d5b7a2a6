/** What the packed node does on the newest n8n, which `npm start` runs. */
import { testFirstWorkflow } from './editor/firstWorkflow';
import { testExamples } from './examples/examples';
import { NEWEST_N8N } from './harness/install';
import { useN8n } from './harness/useN8n';
import { testCredential } from './node/credential';
import { testOperations } from './node/operations';
import { testRetries, testRetryAfterCrash } from './node/retries';
import { testTrigger } from './node/trigger';
import { envOfTests } from './node/env';

describe(`n8n ${NEWEST_N8N}`, () => {
	const stage = useN8n({ env: envOfTests });
	// Before the others: n8n chooses a credential for a new node only if there is one.
	testFirstWorkflow(stage);
	testExamples(stage);
	testOperations(stage);
	testCredential(stage);
	testRetries(stage);
	testTrigger(stage);
	testRetryAfterCrash(stage);
});
