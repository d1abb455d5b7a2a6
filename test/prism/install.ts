import { ensureInstalled } from '../support/install';

/** What Jest does before all tests that go through Prism. */
export default async function installPrism(): Promise<void> {
	await ensureInstalled({ name: 'Prism', folder: __dirname });
}
