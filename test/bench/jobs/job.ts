import type { INodeParameters } from 'n8n-workflow';
import type { SandboxState } from '../../service/control';
import type { SandboxProcess } from '../sandbox';
import type { Flow } from './flow';

/** What each run of a work does, whichever way it is done. */
interface AnyJob {
	/** How many records a run writes or gives. */
	records: number;
	/** How many executions share the items of a run, all at once; 1 if not given. */
	executions?: number;
	/** Items of a run, as many as asked for; without it, a run takes none. */
	items?: (count: number) => object[];
	/** Brings the service to where a run with so many items begins. */
	prepare?: (sandbox: SandboxProcess, count: number) => Promise<void>;
	/** What the service lacks, or has twice, after a run with so many items. */
	problems?: (sandbox: SandboxProcess, before: SandboxState, count: number) => Promise<string[]>;
}

/** A job of workflows that begin with a webhook. */
export interface RunJob extends AnyJob {
	ourNode: Flow;
	/** The same requests, as many, from a form in which nothing comes from the items. */
	ourNodeWithoutExpressions?: Flow;
	/** What users build of n8n's own nodes for a service at this address. */
	httpRequest: (baseUrl: string) => Flow;
	/** The same by those who know that one expression is faster than several. */
	httpRequestJson?: (baseUrl: string) => Flow;
}

/** A job of a trigger: a run is a poll. */
export interface PollJob extends AnyJob {
	/** Parameters of our trigger. */
	trigger: INodeParameters;
}

export type Job = RunJob | PollJob;

/** A problem if there are more or less than expected. */
export const shortfall = (what: string, count: number, expected: number): string[] =>
	count === expected ? [] : [`${count} of ${expected} ${what}`];
