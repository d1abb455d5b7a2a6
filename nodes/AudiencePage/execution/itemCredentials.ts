import type { FunctionsBase, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CREDENTIAL } from '../transport/apiClient';

/** An index of the first item that records whether n8n has read it: n8n does so only to evaluate an expression for the item. */
function observedIndex(): { index: number; isRead: () => boolean } {
	let isRead = false;
	const index = {
		[Symbol.toPrimitive]() {
			isRead = true;
			return 0;
		},
	};
	return { index: index as unknown as number, isRead: () => isRead };
}

/**
 * The credential of each item of a run. Its fields can be expressions, which n8n evaluates for the item, and n8n reads and
 * decrypts it each time it is asked: that takes nearly as long as a request. So a credential without expressions is read
 * once for all items. n8n doesn't tell a node whether there are expressions: that is observed.
 */
export class ItemCredentials {
	private shared?: Promise<ICredentialDataDecryptedObject | undefined>;

	constructor(private readonly context: Pick<FunctionsBase, 'getCredentials'>) {}

	/** @throws NodeOperationError if the node has no credential, and what evaluating its expressions throws */
	async ofItem(item: number): Promise<ICredentialDataDecryptedObject> {
		return (await this.ofAll()) ?? (await this.context.getCredentials(CREDENTIAL, item));
	}

	/** @returns undefined if it may differ from item to item, or cannot be read */
	async ofAll(): Promise<ICredentialDataDecryptedObject | undefined> {
		return await (this.shared ??= this.readShared());
	}

	private async readShared(): Promise<ICredentialDataDecryptedObject | undefined> {
		const { index, isRead } = observedIndex();
		const reading = this.context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL, index);
		const credential = await reading.catch(() => undefined);
		return isRead() ? undefined : credential;
	}
}
