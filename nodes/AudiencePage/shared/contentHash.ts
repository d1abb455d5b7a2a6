import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from './canonicalJson';

/** A hash of these parts, in hexadecimal digits. */
export const sha256 = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The same for the same content, whatever the order of its keys. */
export const contentHash = (content: IDataObject): string => sha256(canonicalJson(content));
