import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { TRIGGER, type Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { assets: 15 } });

const assets = () => sandbox().store.assets;
const watching = async () => await published(sandbox(), { event: 'assetTrashed' });

describe('Asset Trashed', () => {
	const toldBy = async (trigger: Trigger) => (await trigger.poll()).map(({ assetId }) => assetId);

	describe('what version 1.0.0 has saved, without fingerprints', () => {
		interface State {
			delivered: string;
			marks?: string;
			changedAt?: number;
		}
		const stateIn = (saved: string): State =>
			(JSON.parse(saved) as Record<string, { state: State }>)[`node:${TRIGGER}`]?.state ?? { delivered: '' };
		const asSavedBefore = (saved: string): string => {
			const state: State = { ...stateIn(saved), marks: undefined, changedAt: undefined };
			return JSON.stringify({ [`node:${TRIGGER}`]: { state } });
		};

		test('starts nothing, and an asset takes the fingerprint that it is first seen with', async () => {
			const trigger = await watching();
			trigger.restart(asSavedBefore(trigger.saved));
			expect(await trigger.activate()).toEqual([]);
			const asset = nth(assets().all(), 3);
			asset.trashedAt = '+20';
			trigger.restart();
			expect(await toldBy(trigger)).toEqual([asset.assetId]);
		});

		test('is read by version 1.0.0 again: the IDs stand where they stood', async () => {
			const trigger = await watching();
			const { delivered, marks } = stateIn(trigger.saved);
			expect(delivered).toHaveLength(9 * assets().size);
			expect(marks).toHaveLength(5 * assets().size);
		});
	});
});
