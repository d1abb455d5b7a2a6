import type { AttemptOutcome } from './outcome';

type SystemError = Error & {
	code?: unknown;
	syscall?: unknown;
	hostname?: unknown;
	address?: unknown;
	port?: unknown;
	errors?: unknown[];
};

/** What is known of an attempt that has no response. */
export interface NetworkError {
	code: string;
	/** What the service may have done of it. */
	outcome: AttemptOutcome;
	/** In words. */
	reason: string;
	/** Where the connection failed, if that is not the Base URL: a proxy's. */
	proxy?: string;
}

/** Codes, and system calls that failed, by which nothing has reached the service. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO', 'EPROXY'];
const BEFORE_SENDING = ['connect', 'getaddrinfo'];

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO/;

const REASONS: Record<string, string> = {
	ECONNREFUSED: 'nothing is listening at this address',
	ENOTFOUND: 'the host name does not exist',
	EAI_AGAIN: 'the host name could not be looked up',
	ECONNRESET: 'the connection was closed',
	ECONNABORTED: 'the request timed out',
	ETIMEDOUT: 'the request timed out',
	EPROTO: 'no secure connection could be made, as with a server that does not use HTTPS',
	EPROXY: 'it closed the connection',
};

/**
 * If a host has several addresses, there is an error for each: the first stands for all. n8n nests
 * no more causes.
 */
function* causeChain(error: unknown): Generator<SystemError> {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		yield current;
		current = current.cause ?? (current as SystemError).errors?.[0];
	}
}

function firstOf<Property extends keyof SystemError>(error: unknown, property: Property) {
	for (const { [property]: value } of causeChain(error))
		if (typeof value === 'string' || typeof value === 'number') return String(value);
	return undefined;
}

function codeOf(error: unknown): string | undefined {
	// Of a wrapped error, n8n 2.8 keeps only the code or status, as `httpCode`.
	const { httpCode, message } = Object(error) as { httpCode?: string | null; message?: string };
	const isOfProxy = /^Proxy connection ended/.test(String(message));
	const code = [...causeChain(error)]
		.map((cause) => cause.code)
		.find((text) => typeof text === 'string');
	return code ?? httpCode ?? (isOfProxy ? 'EPROXY' : undefined);
}

/** Through a proxy, the connection is made to its host and port. */
function proxyIn(error: unknown, baseUrl: string): string | undefined {
	if (!URL.canParse(baseUrl)) return undefined;
	const { hostname, port, protocol } = new URL(baseUrl);
	const host = firstOf(error, 'hostname');
	if (host !== undefined) return host === hostname ? undefined : host;
	const failedPort = firstOf(error, 'port');
	const usual = protocol === 'https:' ? '443' : '80';
	if (failedPort === undefined || failedPort === (port || usual)) return undefined;
	return `${firstOf(error, 'address')}:${failedPort}`;
}

/**
 * Undefined if the error is not of the network, as one that the credential throws: nothing was
 * sent.
 */
export function networkErrorOf(error: unknown, baseUrl: string): NetworkError | undefined {
	const code = codeOf(error);
	if (code === undefined) return undefined;
	const proxy = code === 'EPROXY' ? 'HTTPS_PROXY' : proxyIn(error, baseUrl);
	if (CERTIFICATE.test(code))
		return { code, outcome: 'refused', reason: 'its certificate is not trusted', proxy };
	const isNotSent =
		NOT_CONNECTED.includes(code) || BEFORE_SENDING.includes(String(firstOf(error, 'syscall')));
	const reason = REASONS[code] ?? 'the connection failed';
	return { code, outcome: isNotSent ? 'notProcessed' : 'unknown', reason, proxy };
}
