import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { yieldToEventLoop } from '../shared/eventLoop';
import { nameOfItem } from '../shared/words';
import { connectionId, CREDENTIAL } from '../transport/connection';

type Credential = ICredentialDataDecryptedObject;

/**
 * The one credential of a run. If expressions in it give an item another Base URL or key than the
 * first, the run would write to two places: NodeOperationError, before anything is sent.
 */
export async function credentialOfRun(
	context: IExecuteFunctions,
	itemCount: number,
): Promise<Credential> {
	const { credential, dependsOnItem } = await firstCredential(context);
	if (!dependsOnItem) return credential;
	const connection = connectionId(credential);
	for (let item = 1; item < itemCount; item++) {
		await yieldToEventLoop();
		const ofItem = await context.getCredentials<Credential>(CREDENTIAL, item);
		if (connectionId(ofItem) === connection) continue;
		const message = `The credential gives ${nameOfItem(item)} another Base URL or API key than item 0. Run the items of each credential by themselves, with a Loop Over Items node for example`;
		const about = { itemIndex: item, description: 'Nothing was sent.' };
		throw new NodeOperationError(context.getNode(), message, about);
	}
	return credential;
}

/** Reading it takes n8n nearly as long as a request: without expressions, once is enough. */
async function firstCredential(context: IExecuteFunctions) {
	let dependsOnItem = false as boolean;
	// n8n turns the index of the item into a number only to evaluate an expression.
	const firstItem = {
		[Symbol.toPrimitive]() {
			dependsOnItem = true;
			return 0;
		},
	} as unknown as number;
	const credential = await context.getCredentials<Credential>(CREDENTIAL, firstItem);
	return { credential, dependsOnItem };
}
