import { launchChromium } from './chromium';

describe('launchChromium', () => {
	const path = process.env.PATH;

	afterEach(() => {
		process.env.PATH = path;
	});

	it('says in one line what to install where there is none', async () => {
		process.env.PATH = '/nowhere';
		await expect(launchChromium()).rejects.toThrow(
			"To open n8n's editor, this machine lacks Chromium (Debian: apt-get install chromium)",
		);
	});
});
