const base = require('../../jest.config.json');

/** What takes too long for every `npm test`. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/long'],
	testMatch: ['**/*.long.ts'],
	testTimeout: 3_600_000,
};
