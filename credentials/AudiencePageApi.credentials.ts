import {
	UserError,
	type IAuthenticate,
	type ICredentialTestRequest,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

const LOCALHOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const ALLOWED_IN_A_HEADER = /^[\t\x20-\x7e\x80-\xff]*$/;

/** n8n's HTTP Request node has names of its own for some options of a request. */
type AnyRequestOptions = Partial<IHttpRequestOptions> & {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
	rejectUnauthorized?: boolean;
	agentOptions?: { rejectUnauthorized?: boolean };
};

function refuseIf(isBroken: boolean, rule: string): void {
	if (isBroken) throw new UserError(rule);
}

/** An expression may give a key of digits as a number. */
const trimmed = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** The origin of the service. UserError names the rule that is broken, and never a user info. */
function serviceOrigin(baseUrl: unknown): string {
	const text = trimmed(baseUrl);
	refuseIf(text === '', 'Base URL is empty. Enter the address of your Audience Page service');
	refuseIf(
		!URL.canParse(text),
		'Base URL is not a web address. Enter one with https, e.g. https://api.example.com',
	);
	const { hostname, origin, password, pathname, protocol, search, hash, username } = new URL(text);
	refuseIf(
		username + password !== '',
		'Base URL must not contain a user name or a password. Remove the part before the @',
	);
	refuseIf(
		protocol !== 'https:' && !(protocol === 'http:' && LOCALHOST.test(hostname)),
		'Base URL must start with https:// (http:// is accepted for localhost only)',
	);
	refuseIf(
		!/^\/(v0\/?)?$/.test(pathname) || search + hash !== '',
		`Base URL must be the address alone, without path or query. Enter ${origin}`,
	);
	return origin;
}

/** Without the spaces around it. UserError never repeats it. */
function validApiKey(apiKey: unknown): string {
	const key = trimmed(apiKey);
	refuseIf(key === '', 'API Key is empty. Enter your Audience Page API key');
	refuseIf(
		!ALLOWED_IN_A_HEADER.test(key),
		'API Key contains a line break, or a character that no key has. Paste the key again',
	);
	return key;
}

/** @throws UserError if the request would leave the service's origin */
function targetUrl(origin: string, { url, uri, baseURL }: AnyRequestOptions): string {
	const target = url ?? uri ?? '';
	refuseIf(
		!URL.canParse(target, baseURL ?? origin),
		`The request has no valid URL. With this credential, it must start with ${origin}`,
	);
	const { href, origin: targetOrigin, password, username } = new URL(target, baseURL ?? origin);
	refuseIf(
		targetOrigin !== origin,
		`The API key was not sent: the request goes to ${targetOrigin}, but this credential is for ${origin}. Use a credential for that address`,
	);
	refuseIf(
		username + password !== '',
		'The API key was not sent: the URL must not contain a user name or a password',
	);
	return href;
}

/** Without a valid certificate, somebody else could answer for the service, and read the key. */
const ignoresCertificates = (options: AnyRequestOptions): boolean =>
	options.skipSslCertificateValidation === true ||
	options.rejectUnauthorized === false ||
	options.agentOptions?.rejectUnauthorized === false;

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
		refuseIf(
			ignoresCertificates(requestOptions),
			'The API key was not sent, because option Ignore SSL Issues could expose it. Turn it off',
		);
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
