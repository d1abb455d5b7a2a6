import type { INodeParameters } from 'n8n-workflow';

import type { Asset } from '../../../service/records';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { assets: 15 } });

const assets = () => sandbox().store.assets;
const watching = async (parameters: INodeParameters = {}) =>
	await published(sandbox(), { event: 'assetTrashed', ...parameters });

describe('Asset Trashed', () => {
	const always = { options: { fullReadEvery: 1 } };
	const toldBy = async (trigger: Trigger) => (await trigger.poll()).map(({ assetId }) => assetId);

	test('an asset that a list leaves out for a while is not new', async () => {
		const trigger = await watching(always);
		const asset = nth(assets().all());
		assets().remove(asset.assetId);
		expect(await toldBy(trigger)).toEqual([]);
		assets().add(asset);
		expect(await toldBy(trigger)).toEqual([]);
	});

	test('an asset that was restored and is trashed again is new again, seen in between or not', async () => {
		const trigger = await watching(always);
		const asset = nth(assets().all());
		assets().remove(asset.assetId);
		expect(await toldBy(trigger)).toEqual([]);
		const again = assets().add({ ...asset, trashedAt: '+20' });
		expect(await toldBy(trigger)).toEqual([asset.assetId]);
		expect(await toldBy(trigger)).toEqual([]);
		again.trashedAt = '+21';
		expect(await toldBy(trigger)).toEqual([asset.assetId]);
	});

	describe('where the service does not always say when an asset was trashed', () => {
		test.each([null, '', undefined])('%j: an asset is known by its ID', async (nothing) => {
			const page = (...items: Asset[]) => ({ body: { items, hasMore: false, totalCount: items.length } });
			const [one, other] = [0, 1].map((n) => ({ ...nth(assets().all(), n), trashedAt: nothing })) as [
				Asset,
				Asset,
			];
			const said = { ...one, trashedAt: 'today' };
			const answers = [page(one), page(one, other), page(said, other), page(one), page(said)];
			const again = page({ ...one, trashedAt: 'tomorrow' });
			await withAnswers([...answers, again, again], async (service) => {
				const trigger = new Trigger(service, { event: 'assetTrashed', ...always });
				await trigger.activate();
				const told = [];
				for (let polls = 0; polls < 6; polls++) told.push(await toldBy(trigger));
				expect(told).toEqual([[other.assetId], [], [], [], [one.assetId], []]);
			});
		});
	});

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
