import type { AttemptOutcome } from './outcome';

type SystemError = Error & {
	code?: string;
	/** What n8n 2.8 keeps of the code of an error that it wraps. */
	httpCode?: string | null;
	syscall?: string;
	hostname?: string;
	address?: string;
	port?: number;
	errors?: unknown[];
};

/** What is told by an attempt that has no response. */
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

const CERTIFICATE = /CERT|UNABLE_TO/;

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

/** n8n nests no more causes. */
const MAX_DEPTH = 5;

/**
 * The error and what has caused it. If a host has several addresses, there is an error for each:
 * the first stands for all.
 */
function causesOf(error: unknown): SystemError[] {
	const causes: SystemError[] = [];
	let cause = error;
	while (cause instanceof Error && causes.length < MAX_DEPTH) {
		const systemError = cause as SystemError;
		causes.push(systemError);
		cause = systemError.cause ?? systemError.errors?.[0];
	}
	return causes;
}

function firstOf(causes: SystemError[], property: keyof SystemError): string | undefined {
	const values = causes.map((cause) => cause[property] ?? undefined);
	const value = values.find((text) => text !== undefined);
	return value === undefined ? undefined : String(value as string | number);
}

function codeOf(causes: SystemError[]): string | undefined {
	const isOfProxy = causes.some(({ message }) => message.startsWith('Proxy connection ended'));
	return (
		firstOf(causes, 'code') ?? firstOf(causes, 'httpCode') ?? (isOfProxy ? 'EPROXY' : undefined)
	);
}

/** Through a proxy, the connection is made to its host and port. */
function proxyIn(causes: SystemError[], origin: string): string | undefined {
	if (!URL.canParse(origin)) return undefined;
	const { hostname, port, protocol } = new URL(origin);
	const failedHost = firstOf(causes, 'hostname');
	if (failedHost !== undefined) return failedHost === hostname ? undefined : failedHost;
	const failedPort = firstOf(causes, 'port');
	const usualPort = protocol === 'https:' ? '443' : '80';
	if (failedPort === undefined || failedPort === (port || usualPort)) return undefined;
	return `${firstOf(causes, 'address')}:${failedPort}`;
}

/**
 * Undefined if the error is not of the network, as one that the credential throws: nothing was
 * sent.
 * @param origin of the Base URL
 */
export function networkErrorOf(error: unknown, origin: string): NetworkError | undefined {
	const causes = causesOf(error);
	const code = codeOf(causes);
	if (code === undefined) return undefined;
	const proxy = code === 'EPROXY' ? 'HTTPS_PROXY' : proxyIn(causes, origin);
	if (CERTIFICATE.test(code))
		return { code, outcome: 'refused', reason: 'its certificate is not trusted', proxy };
	const syscall = firstOf(causes, 'syscall') ?? '';
	const isNotSent = NOT_CONNECTED.includes(code) || BEFORE_SENDING.includes(syscall);
	const reason = REASONS[code] ?? 'the connection failed';
	return { code, outcome: isNotSent ? 'notProcessed' : 'unknown', reason, proxy };
}
