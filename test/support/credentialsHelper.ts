import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { AudiencePageApi } from '../../credentials/AudiencePageApi.credentials';

/** n8n's credentials as far as a node meets them: one Audience Page credential, already decrypted. */
export class CredentialsHelper extends ICredentialsHelper {
	private readonly type = new AudiencePageApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes = (): string[] => [];

	isCredentialUsableByNode = (): boolean => true;

	getCredentialsProperties = (): INodeProperties[] => this.type.properties;

	getDecrypted = async (): Promise<ICredentialDataDecryptedObject> => this.data;

	preAuthentication = async (): Promise<undefined> => undefined;

	runPreAuthentication = async (): Promise<undefined> => undefined;

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('authenticate is expected to be a function');
		return await authenticate(credentials, requestOptions);
	}

	getCredentials = async (): Promise<ICredentials> => {
		throw new Error('A node does not read stored credentials');
	};

	updateCredentials = async (): Promise<void> => {};

	updateCredentialsOauthTokenData = async (): Promise<void> => {};
}
