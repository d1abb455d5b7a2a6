import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeParameters,
} from 'n8n-workflow';
import { AudiencePageApi } from '../../credentials/AudiencePageApi.credentials';

/**
 * n8n's credentials as far as a node meets them: one Audience Page credential, already decrypted.
 */
export class CredentialsHelper implements Partial<ICredentialsHelper> {
	private readonly type = new AudiencePageApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {}

	getParentTypes = () => [];

	isCredentialUsableByNode = () => true;

	getCredentialsProperties = () => this.type.properties;

	/** How often the credential was read. */
	reads = 0;

	/** n8n evaluates the expressions in a credential's fields for the item that it is read for. */
	getDecrypted: ICredentialsHelper['getDecrypted'] = async (...given) => {
		const [, , , mode, executeData, , values] = given;
		this.reads++;
		if (values === undefined) return this.data;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		const place = [
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
		] as const;
		const data = this.data as INodeParameters;
		return workflow.expression.getParameterValue(
			data,
			...place,
			{},
			executeData,
		) as ICredentialDataDecryptedObject;
	};

	preAuthentication = async () => undefined;

	runPreAuthentication = async () => undefined;

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function')
			throw new Error('authenticate is expected to be a function');
		return await authenticate(credentials, requestOptions);
	}
}
