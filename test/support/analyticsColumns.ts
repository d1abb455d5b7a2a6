/** The columns of analytics: figures in the order of the service interface, section 2.12. */
import { schemaOf } from '../service/judge';

/** The figures of a page summary. */
export const SUMMARY = Object.keys(schemaOf('PageSummary').properties!);

/** What an audience has besides. */
export const AUDIENCE_COUNTS = Object.keys(schemaOf('AudienceAnalytics').properties!).slice(1);

const EXACT = ['startDate', 'endDate'];

/** Every column of a page summary, in its order. */
export const SUMMARY_COLUMNS = ['pageName', 'from', 'to', ...SUMMARY, 'pageId', ...EXACT];

/** Every column of the analytics of audiences, in its order. */
export const AUDIENCE_COLUMNS = [
	...['pageName', 'audienceName', 'from', 'to'],
	...[...SUMMARY, ...AUDIENCE_COUNTS],
	...['pageId', 'audienceId', ...EXACT],
];
