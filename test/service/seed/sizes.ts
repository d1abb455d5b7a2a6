/** How many records a sandbox starts with. */
export interface Sizes {
	accounts: number;
	/** per account */
	accountLogs: number;
	persons: number;
	/** per person */
	personLogs: number;
	pages: number;
	/** per page */
	audiences: number;
	/** per audience */
	messages: number;
	/** All of them in the trash. */
	assets: number;
	pageLinks: number;
	topics: number;
	/** per topic */
	topicEntries: number;
}

/** A few of everything, and more people than fit on two pages. */
export const DEFAULT_SIZES: Readonly<Sizes> = {
	accounts: 20,
	accountLogs: 3,
	persons: 60,
	personLogs: 3,
	pages: 5,
	audiences: 4,
	messages: 4,
	assets: 12,
	pageLinks: 10,
	topics: 3,
	topicEntries: 6,
};
