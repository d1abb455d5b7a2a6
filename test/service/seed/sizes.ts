/** How many records a sandbox starts with: a few of everything, and more people than fit on two pages. */
export const DEFAULT_SIZES = {
	accounts: 20,
	/** per account */
	accountLogs: 3,
	persons: 60,
	/** per person */
	personLogs: 3,
	pages: 5,
	/** per page */
	audiences: 4,
	/** per audience */
	messages: 4,
	/** All of them in the trash. */
	assets: 12,
	pageLinks: 10,
	topics: 3,
	/** per topic */
	topicEntries: 6,
};

export type Sizes = typeof DEFAULT_SIZES;
