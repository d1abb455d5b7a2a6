import {
	UserError,
	type IAuthenticate,
	type ICredentialTestRequest,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const NOT_ALLOWED_IN_A_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/** n8n's HTTP Request node has names of its own for some options of a request. */
type AnyRequestOptions = Partial<IHttpRequestOptions> & {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
	rejectUnauthorized?: boolean;
	agentOptions?: { ca?: unknown; rejectUnauthorized?: boolean };
};

/**
 * The origin of the service (section 9). UserError names the rule that is broken, and never repeats
 * user info.
 */
function serviceOrigin(baseUrl: unknown): string {
	const text = typeof baseUrl === 'string' ? baseUrl.trim() : '';
	if (text === '')
		throw new UserError('Base URL is empty. Enter the address of your Audience Page service');
	if (!URL.canParse(text))
		throw new UserError(
			'Base URL is not a web address. Enter one with https, e.g. https://api.example.com',
		);
	const url = new URL(text);
	if (url.username !== '' || url.password !== '')
		throw new UserError(
			'Base URL must not contain a user name or a password. Remove the part before the @',
		);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname)))
		throw new UserError(
			'Base URL must start with https:// (http:// is accepted for localhost only)',
		);
	if (!/^\/(v0\/?)?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
		throw new UserError(
			`Base URL must be the address alone, without path or query. Enter ${url.origin}`,
		);
	return url.origin;
}

/**
 * Without the spaces around it. Throws UserError, which never repeats it, if it cannot be a
 * header's value.
 */
function validApiKey(apiKey: unknown): string {
	// An expression may give a key of digits as a number.
	const key = ['string', 'number'].includes(typeof apiKey) ? String(apiKey).trim() : '';
	if (key === '') throw new UserError('API Key is empty. Enter your Audience Page API key');
	if (NOT_ALLOWED_IN_A_HEADER.test(key))
		throw new UserError(
			'API Key contains a line break, or a character that no key has. Paste the key again',
		);
	return key;
}

/** @throws UserError if the request would leave the service's origin */
function targetUrl(origin: string, { url, uri, baseURL }: AnyRequestOptions): string {
	const [given, base] = [url ?? uri ?? '', baseURL ?? origin];
	if (!URL.canParse(given, base))
		throw new UserError(
			`The request has no valid URL. With this credential, it must start with ${origin}`,
		);
	const target = new URL(given, base);
	if (target.origin !== origin)
		throw new UserError(
			`The API key was not sent: the request goes to ${target.origin}, but this credential is for ${origin}. Use a credential for that address`,
		);
	if (target.username !== '' || target.password !== '')
		throw new UserError(
			'The API key was not sent: the URL must not contain a user name or a password',
		);
	return target.href;
}

/**
 * UserError for an option of the HTTP Request node by which a user who must not see the key could
 * read it.
 */
function refuseUnsafeOptions(
	origin: string,
	{ agentOptions, proxy, rejectUnauthorized, skipSslCertificateValidation }: AnyRequestOptions,
): void {
	const isCertificateUnchecked =
		rejectUnauthorized === false || skipSslCertificateValidation === true;
	const unsafeOptions = {
		'Ignore SSL Issues': isCertificateUnchecked || agentOptions?.rejectUnauthorized === false,
		'SSL Certificates with a CA': agentOptions?.ca !== undefined,
		// A proxy cannot read https://.
		Proxy: proxy !== undefined && origin.startsWith('http://'),
	};
	const [option] = Object.entries(unsafeOptions).find(([, isOn]) => isOn) ?? [];
	if (option === undefined) return;
	throw new UserError(
		`The API key was not sent, because option ${option} could expose it. Turn it off`,
	);
}

const rulesFor = (statuses: number[], message: string, toCheck: string) =>
	statuses.map((value) => ({
		type: 'responseCode' as const,
		properties: { value, message: `${message} (${value}). Check the ${toCheck}` },
	}));

/**
 * The Audience Page API key, and the only place where it is put on a request (service interface,
 * section 5).
 */
export class AudiencePageApi implements ICredentialType {
	name = 'audiencePageApi';

	displayName = 'Audience Page API';

	icon = {
		light: 'file:../nodes/AudiencePage/audiencePage.svg',
		dark: 'file:../nodes/AudiencePage/audiencePage.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/to-be-set/n8n-nodes-audience-page#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				"Address of your Audience Page service, without a path. If the test says ENOTFOUND, there is no such host; if ECONNREFUSED or ETIMEDOUT, nothing answers there; if EPROTO, the server doesn't use HTTPS.",
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Sent as the header x-api-key, and only to the Base URL',
		},
	];

	/**
	 * n8n passes every request with this credential through here, those of its HTTP Request node too.
	 * What it returns follows no redirect: the key would go along. Throws UserError before anything
	 * is sent, if any of it breaks a rule.
	 */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const origin = serviceOrigin(credentials.baseUrl);
		refuseUnsafeOptions(origin, requestOptions);
		const headers = Object.entries(requestOptions.headers ?? {});
		const otherHeaders = headers.filter(([name]) => name.toLowerCase() !== 'x-api-key');
		const authenticated: AnyRequestOptions & { url: string } = {
			...requestOptions,
			url: targetUrl(origin, requestOptions),
			headers: {
				...Object.fromEntries(otherHeaders),
				'x-api-key': validApiKey(credentials.apiKey),
			},
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		};
		delete authenticated.uri; // `url` is absolute now
		delete authenticated.baseURL;
		return authenticated;
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			url: '/v0/pages/search',
			qs: { limit: 1 },
			json: true,
		},
		// n8n takes any 2xx for success: a web page that answers 200 to everything must not pass.
		rules: [
			...rulesFor(
				[401, 403],
				'The service rejected the API Key',
				'key: it must not have spaces, quotes or "Bearer"',
			),
			...rulesFor(
				[301, 302, 303, 307, 308, 404],
				'No Audience Page service at this Base URL',
				'address',
			),
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'items',
					value: undefined,
					message:
						'No Audience Page service at this Base URL: something else answered. Check the address',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
