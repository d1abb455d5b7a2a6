/** The tools of others that judge this repository, in a private package of their own. */
import { ensureInstalled } from '../support/pinnedPackage';

/** Makes sure that they are installed. */
export async function ensureJudges(): Promise<void> {
	await ensureInstalled(__dirname, 'Prism, Redocly and other judges (140 MB)');
}

/** What Jest does before all tests that go through Prism. */
export default ensureJudges;
