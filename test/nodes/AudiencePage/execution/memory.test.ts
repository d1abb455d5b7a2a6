import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { Memory, ofEarlierTry } from '../../../../nodes/AudiencePage/execution/memory';
import { aNode } from '../../../support/node';
import { contextWith } from './keptContext';

const request = (n: number): IHttpRequestOptions => ({ method: 'POST', url: '/v0/persons', body: { n } });
const records = (n: number) => ({ records: [{ n }] });
const SETTINGS = { parameters: 'p1', credential: 'c1' };
const LOST = { unknown: 'The connection was cut' };

describe('A run of a workflow', () => {
	const memory = (
		kept: IDataObject,
		items = 3,
		other: Parameters<typeof contextWith>[0] = {},
		settings = SETTINGS,
	) => new Memory(contextWith({ executionId: 'e1', kept, ...other }), items, settings);

	/** What a run leaves that has written item 0 and lost the answer for item 1. */
	function failed(run = 0): IDataObject {
		const kept: IDataObject = {};
		const first = memory(kept, 3, { run });
		first.note(0, request(0), records(0));
		first.note(1, request(1), LOST);
		first.end(true);
		return kept;
	}

	test('begins with nothing', () => {
		const first = memory({});
		expect([0, 1].map((item) => first.ofItem(item))).toEqual([undefined, undefined]);
	});

	test('knows what an earlier try has written and lost, and by another execution too', () => {
		for (const executionId of ['e1', 'e2']) {
			const second = memory(failed(), 3, { executionId });
			expect([0, 1, 2].map((item) => second.ofItem(item))).toEqual([records(0), LOST, undefined]);
			expect(second.ofCall(request(0))).toBeUndefined();
		}
	});

	test('survives being stored as JSON', () => {
		const kept = JSON.parse(JSON.stringify(failed())) as IDataObject;
		expect(memory(kept).ofItem(0)).toEqual(records(0));
	});

	test('finds what an earlier try has written of a tenant, and what it has sent and may have written', () => {
		const kept: IDataObject = {};
		const first = memory(kept, 4);
		const nothing = { written: [], inDoubt: [] };
		expect(ofEarlierTry(contextWith({ kept }), 'a')).toEqual(nothing);
		first.note(0, request(0), { records: [{ n: 0 }, { n: 1 }], tenant: 'a' });
		first.note(1, request(1), { ...LOST, tenant: 'a' });
		first.note(2, request(2), { ...LOST, sent: { n: 2 }, tenant: 'a' });
		first.note(3, request(3), { records: [{ n: 3 }], tenant: 'b' });
		first.end(true);
		expect(ofEarlierTry(contextWith({ kept }), 'a')).toEqual({
			written: [{ n: 0 }, { n: 1 }],
			inDoubt: [{ n: 2 }],
		});
		expect(ofEarlierTry(contextWith({ kept }), 'b')).toEqual({ written: [{ n: 3 }], inDoubt: [] });
		memory(kept, 4, { run: 1 });
		expect(ofEarlierTry(contextWith({ kept }), 'a')).toEqual(nothing);
	});

	test('a third try knows what both have written', () => {
		const kept = failed();
		const second = memory(kept);
		second.note(2, request(2), records(2));
		second.end(true);
		expect([0, 1, 2].map((item) => memory(kept).ofItem(item))).toEqual([records(0), LOST, records(2)]);
	});

	test.each([
		['parameters', { ...SETTINGS, parameters: 'p2' }],
		['credential', { ...SETTINGS, credential: 'c2' }],
	])('with another %s ends where it could write twice, and begins anew elsewhere', (_what, settings) => {
		const kept = failed();
		const next = memory(kept, 3, {}, settings);
		expect(next.ofItem(0)).toBeUndefined();
		expect(() => next.begin(aNode, false)).toThrow(/^2 of 3 items were written by an earlier try/);
		expect(kept).toHaveProperty('failed');
		next.begin(aNode, true);
		expect('failed' in kept).toBe(settings.credential === 'c1');
	});

	test('with another operation ends, whatever that would write', () => {
		const next = memory(failed(), 3, { parameters: { resource: 'person', operation: 'upsert' } });
		expect(next.ofItem(0)).toBeUndefined();
		expect(() => next.begin(aNode, true)).toThrow(/^2 of 3 items were written by an earlier try/);
	});

	test('takes what version 1.0.0 has left for written with other settings', () => {
		const kept = failed() as { failed: { settings?: object } };
		delete kept.failed.settings;
		expect(() => memory(kept as unknown as IDataObject).begin(aNode, false)).toThrow(/^2 of 3 items/);
	});

	test.each<[string, number, Parameters<typeof contextWith>[0]]>([
		['another run', 3, { run: 1 }],
		['another number of items', 4, {}],
	])('%s knows nothing of it', (_what, items, other) => {
		const next = memory(failed(), items, other);
		expect(() => next.begin(aNode, false)).not.toThrow();
		expect(next.ofItem(0)).toBeUndefined();
	});

	test('a run that ends well leaves nothing', () => {
		const kept = failed();
		memory(kept).end(false);
		expect(kept).not.toHaveProperty('failed');
	});

	test('a later run that fails takes the place of the earlier', () => {
		const kept = failed();
		memory(kept, 3, { run: 1 }).end(true);
		expect(memory(kept, 3, { run: 1 }).ofItem(0)).toBeUndefined();
	});
});

describe('A call', () => {
	const memory = (kept: IDataObject, run = 0, settings = SETTINGS) =>
		new Memory(contextWith({ kept, run, isTool: true }), 1, settings);

	test('remembers what it sent and lost, whatever its run index', () => {
		const kept: IDataObject = {};
		const first = memory(kept);
		first.note(0, request(1), LOST);
		first.end(true);
		const second = memory(kept, 1);
		expect(second.ofCall(request(1))).toEqual(LOST);
		expect(second.ofCall(request(2))).toBeUndefined();
		expect(second.ofItem(0)).toBeUndefined();
		expect(memory(kept, 1, { ...SETTINGS, credential: 'c2' }).ofCall(request(1))).toBeUndefined();
	});

	test('forgets what it lost when the same call once more is done', () => {
		const kept: IDataObject = {};
		const first = memory(kept);
		first.note(0, request(1), { mayBeWritten: true });
		first.end(true);
		const second = memory(kept);
		expect(second.ofCall(request(1))).toEqual({ mayBeWritten: true });
		second.note(0, request(1), records(1));
		second.end(false);
		expect(kept).not.toHaveProperty('failed');
	});

	test('that ended well is no earlier try of the same call once more', () => {
		const kept: IDataObject = {};
		const first = memory(kept);
		first.note(0, request(1), records(1));
		first.end(false);
		expect(memory(kept).ofCall(request(1))).toBeUndefined();
	});

	test('takes nothing from another at the same time', () => {
		const kept: IDataObject = {};
		const calls = [memory(kept), memory(kept)];
		calls.forEach((call, n) => call.note(0, request(n), LOST));
		calls.forEach((call) => call.end(true));
		expect([0, 1].map((n) => memory(kept).ofCall(request(n)))).toEqual([LOST, LOST]);
	});
});
