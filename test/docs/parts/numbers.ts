/** Numbers within sentences, from where the code has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { MAX_RETRY_AFTER } from '../../../nodes/AudiencePage/transport/retryAfter';
import { MAX_STALL } from '../../../nodes/AudiencePage/transport/limiter/rateLimitPause';
import { FIRST_WINDOW } from '../../../nodes/AudiencePage/transport/limiter/concurrencyWindow';
import { KEY_LENGTH, FINGERPRINT_LENGTH } from '../../../nodes/AudiencePage/trigger/deliveredRecords';
import { operations as endpoints } from '../../service/judge';
import { events, nested } from '../../support/description';
import type { Parts } from '../markers';
import { commas } from '../numberText';
import { ROOT } from '../places';
import { fieldAt, SIMPLIFIED } from './fields';

const MINUTE = 60_000;
const MEGABYTE = 1_000_000;
const RECORDS = 100_000;

/** What a field holds if nobody changes it. */
const usual = (operation: string, path: string): number => Number(fieldAt(operation, path).default);

/** The same for an option of the trigger. */
function usualOfTrigger(path: string): number {
	const fields = events.flatMap((event) => event.fields).flatMap((field) => nested(field));
	const option = fields.find(([at]) => at === path)?.[1];
	if (option === undefined) throw new Error(`The form of the trigger has no ${path}`);
	return Number(option.default);
}

/** What the memory of that many records takes, in megabytes. */
function memory(hasMarks: boolean): string {
	const ofOne = KEY_LENGTH + (hasMarks ? FINGERPRINT_LENGTH : 0);
	return ((RECORDS * ofOne) / MEGABYTE).toFixed(1);
}

/** The oldest Node on which the workflow for each change installs the project and tests it. */
function developmentNode(): string {
	const workflow = parse(readFileSync(join(ROOT, '.github', 'workflows', 'ci.yml'), 'utf8')) as {
		jobs: { checks: { strategy: { matrix: { node: number[] } } } };
	};
	return String(Math.min(...workflow.jobs.checks.strategy.matrix.node));
}

const MAX_RETRIES = 'options.maxRetries';

const NUMBERS: Record<string, () => number> = {
	endpointCount: () => endpoints.length,
	maxRetries: () => usual('person.getAll', MAX_RETRIES),
	tries: () => usual('person.getAll', MAX_RETRIES) + 1,
	maxConcurrent: () => usual('person.getAll', 'options.maxConcurrentRequests'),
	firstConcurrent: () => FIRST_WINDOW,
	pageSize: () => usual('person.getAll', 'options.pageSize'),
	limit: () => usual('person.getAll', 'limit'),
	longestWait: () => MAX_RETRY_AFTER / MINUTE,
	longestDrought: () => MAX_STALL / MINUTE,
	maxPerPoll: () => usualOfTrigger('options.maxPerPoll'),
	fullReadEvery: () => usualOfTrigger('options.fullReadEvery'),
	memoryRecords: () => RECORDS,
	simplifiedFields: () => Math.max(...Object.values(SIMPLIFIED).map((fields) => Object.keys(fields).length)),
};

export const numberParts: Parts = {
	...Object.fromEntries(Object.entries(NUMBERS).map(([name, number]) => [name, () => commas(number())])),
	memoryOfIds: () => memory(false),
	memoryOfMarks: () => memory(true),
	developmentNode,
};
