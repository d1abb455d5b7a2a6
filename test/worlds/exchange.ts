import type { IDataObject } from 'n8n-workflow';

/** A request as the service has read it. */
export interface Request {
	/** Counts the requests of a world, from 0. */
	number: number;
	method: string;
	path: string;
	query: URLSearchParams;
	body: IDataObject;
	/** Everything of it in one text: by this a deviation tells the rows of the input apart. */
	text: string;
}

/** An answer before it goes over the wire. */
export interface Answer {
	status: number;
	/** A text goes out as it is, an object as JSON; undefined is no body at all. */
	body?: unknown;
	headers?: Record<string, string>;
	/** It does not hold the record that was written. */
	isEmpty?: boolean;
	/** The service has refused the request, whatever the status. */
	isRefusal?: boolean;
	/** The connection is cut in place of the answer, or in the middle of its body. */
	cut?: 'before' | 'within';
}

/** How an answer goes over the wire. */
export interface Wire {
	gzip?: boolean;
	/** Pieces in which the body goes out, without a length. */
	chunks?: number;
	/** Milliseconds between two of them. */
	drip?: number;
	contentType?: string | false;
	byteOrderMark?: boolean;
}

/** What a deviation changes of how requests are answered. */
export interface Hooks {
	/** Milliseconds that a request takes. */
	latency?: (request: Request) => number;
	/** An answer in place of the service's, which then has not done anything. */
	refuse?: (request: Request) => Answer | undefined;
	/** What becomes of the service's answer, after it has done what was asked. */
	change?: (answer: Answer, request: Request) => Answer;
}

/** A request that the service has seen to its end. */
export interface Seen {
	request: Request;
	/** Whether the service has done what was asked. */
	isApplied: boolean;
	/** Whether it has said so. */
	isConfirmed: boolean;
	status: number;
}
