/** What every row of analytics begins with. */
export const ROW_START = ['pageId', 'startDate', 'endDate'];

/** The figures of a page summary, in the order of the service interface, section 2.12. */
export const SUMMARY = [
	'avgInteractionsPerSession',
	'avgScrollDepthPercentage',
	'avgTimeSpentSeconds',
	'bounceRate',
	'conversionRate',
	'formSubmitRate',
	'totalSessions',
];

/** What an audience has besides, likewise. */
export const AUDIENCE_COUNTS = [
	'bounceCount',
	'bounceEligibleSessions',
	'conversionCount',
	'ctaSessions',
	'formSubmitCount',
];
