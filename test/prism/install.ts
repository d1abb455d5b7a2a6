import { ensureInstalled } from '../support/install/pinnedPackage';

/** What Jest does before all tests that go through Prism. */
export default async function installPrism(): Promise<void> {
	await ensureInstalled(__dirname, { name: 'Prism', megabytes: 70, took: '10 s to 1 min' });
}
