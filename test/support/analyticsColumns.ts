/** The columns of analytics, in the order of the service interface, section 2.12. */
import { schemaOf } from '../service/judge';

/** What every row begins with. */
export const ROW_START = ['pageId', 'startDate', 'endDate'];

/** The figures of a page summary. */
export const SUMMARY = Object.keys(schemaOf('PageSummary').properties!);

/** What an audience has besides. */
export const AUDIENCE_COUNTS = Object.keys(schemaOf('AudienceAnalytics').properties!).slice(1);
