/** The tools of others that judge this repository, in a private package of their own. */
import { ensureInstalled } from '../support/install/pinnedPackage';

/** Makes sure that they are installed. */
export async function ensureJudges(): Promise<void> {
	await ensureInstalled(__dirname, {
		name: 'Prism, Redocly and other judges',
		megabytes: 140,
		took: '10 s to 1 min',
	});
}

/** What Jest does before all tests that go through Prism. */
export default ensureJudges;
