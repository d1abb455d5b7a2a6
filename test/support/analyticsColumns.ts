/** The columns of analytics: figures of the service interface, section 2.12, in the order that a reader wants. */

/** The figures of a page summary. */
export const SUMMARY = [
	...['totalSessions', 'conversionRate', 'formSubmitRate', 'bounceRate'],
	...['avgTimeSpentSeconds', 'avgScrollDepthPercentage', 'avgInteractionsPerSession'],
];

/** What an audience has besides. */
export const AUDIENCE_COUNTS = [
	...['conversionCount', 'formSubmitCount', 'ctaSessions', 'bounceCount', 'bounceEligibleSessions'],
];

const EXACT = ['startDate', 'endDate'];

/** Every column of a page summary, in its order. */
export const SUMMARY_COLUMNS = ['pageName', 'from', 'to', ...SUMMARY, 'pageId', ...EXACT];

/** Every column of the analytics of audiences, in its order. */
export const AUDIENCE_COLUMNS = [
	...['pageName', 'audienceName', 'audienceStatus', 'from', 'to'],
	...[...SUMMARY, ...AUDIENCE_COUNTS],
	...['pageId', 'audienceId', ...EXACT],
];
