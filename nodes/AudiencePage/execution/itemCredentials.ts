import type { FunctionsBase, ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The index of the first item, which tells when it is used. */
function observedIndex(): { index: number; isUsed: () => boolean } {
	let isUsed = false;
	const index = {
		[Symbol.toPrimitive]() {
			isUsed = true;
			return 0;
		},
	};
	return { index: index as unknown as number, isUsed: () => isUsed };
}

/**
 * The credential of each item of a run. Its fields can be expressions, which n8n evaluates for the item, and n8n reads and
 * decrypts it each time it is asked: that takes nearly as long as a request. So a credential without expressions is read
 * once for all items.
 *
 * n8n doesn't tell a node whether there are expressions, but it uses the index of the item for nothing else: to evaluate
 * an expression, it first looks the item up.
 */
export class ItemCredentials {
	private shared?: Promise<ICredentialDataDecryptedObject | undefined>;

	constructor(private readonly context: Pick<FunctionsBase, 'getCredentials'>) {}

	/** @throws NodeOperationError if the node has no credential, and what evaluating its expressions throws */
	async ofItem(item: number, type: string): Promise<ICredentialDataDecryptedObject> {
		this.shared ??= this.readShared(type);
		return (await this.shared) ?? (await this.context.getCredentials(type, item));
	}

	/** @returns undefined if it may differ from item to item, or cannot be read */
	private async readShared(type: string): Promise<ICredentialDataDecryptedObject | undefined> {
		const { index, isUsed } = observedIndex();
		const reading = this.context.getCredentials<ICredentialDataDecryptedObject>(type, index);
		const credential = await reading.catch(() => undefined);
		return isUsed() ? undefined : credential;
	}
}
