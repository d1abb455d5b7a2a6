/**
 * What saved workflows send or give otherwise since a version, as the change log of that version announced under "Changes
 * that you may notice". Everything else stays as it was.
 */
import type { IDataObject } from 'n8n-workflow';

import type { OracleWay } from '../nodes/AudiencePage/execution/oracleWays';
import { compareVersions } from './version';

export interface Change {
	/** The version that announced it. */
	since: string;
	/** Operations or events. */
	of: string[];
	/** Whether it concerns a way to use them; every one, if not given. */
	when?: (way: OracleWay) => boolean;
	/** Requests that came, by what their URLs begin with. */
	reads?: RegExp;
	/** Fields that came to the output. */
	gives?: string[];
	/** Fields of the body that are others. */
	sends?: string[];
	/** The event also starts where a record has changed; it did so only for new ones. */
	compares?: true;
}

const modeOf = ({ parameters }: OracleWay): unknown =>
	(parameters.options as IDataObject | undefined)?.idempotencyKeyMode;

const CHANGES: Change[] = [
	{
		// A filled key is always used; the keys of mode Item also depend on the parameters.
		since: '1.0.1',
		of: ['accountLog.create'],
		when: (way) => modeOf(way) !== 'content' || way.title.endsWith('as it is'),
		sends: ['idempotencyKey'],
	},
	{ since: '1.0.1', of: ['assetTrashed'], compares: true },
	{
		since: '1.1.0',
		of: ['analytics.getSummary', 'analytics.getAudiences'],
		reads: /^\/v0\/pages\/(search|[^/]+\/audiences)\?/,
		gives: ['pageName', 'audienceName', 'from', 'to'],
	},
	{
		// The output contains what was set, also with Simplify.
		since: '1.1.0',
		of: ['page.update'],
		gives: ['actions', 'actionCardWidgets', 'footerLinks', 'headerActionId', 'metadata', 'scripts'],
	},
	{ since: '1.2.0', of: ['personUpdated', 'topicEntryChanged'], gives: ['changedFields'] },
];

/** What has changed of an operation or an event for workflows that were saved with this version. */
export const changesSince = (version: string, name: string): Change[] =>
	CHANGES.filter(({ since, of }) => compareVersions(version, since) < 0 && of.includes(name));
