import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { creationAfter, Creations } from '../../../../nodes/AudiencePage/execution/creations';
import {
	RetryableOutcomeError,
	UnknownOutcomeError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/pendingRequest';
import { aNode } from '../../../support/node';
import { executionWith, type Circumstances } from './keptContext';

const FIELDS = { resource: 'person', operation: 'create', name: 'Ada' };
const CREATED = { records: [{ personId: 'p1' }] };
const LOST = { mayExist: 'The connection was cut' };

/** Of a run whose items are called as the letters from a on. */
const creationsOf = (kept: IDataObject, run: Circumstances = {}, isPreview = false) =>
	new Creations(
		executionWith({ parameters: FIELDS, kept, ...run, items: [{ a: 1 }, { b: 1 }, { c: 1 }] }),
		isPreview,
	);

/** What a run leaves that has created the item a, and may have created b, as n8n stores it. */
function failed(): IDataObject {
	const kept: IDataObject = {};
	const creations = creationsOf(kept);
	creations.add(0, CREATED);
	creations.add(1, LOST);
	creations.keep(true);
	return JSON.parse(JSON.stringify(kept)) as IDataObject;
}

const known = (creations: Creations) => [0, 1, 2].map((item) => creations.of(item));

test.each<Circumstances>([
	{},
	{ executionId: 'e2' },
	{ parameters: { ...FIELDS, options: { phoneCountryCode: '+49' } } },
])('A retry knows what the failed run has created, and may have: %j', (retry) => {
	expect(known(creationsOf(failed(), retry))).toEqual([CREATED, LOST, undefined]);
});

test('So does the retry after one that has failed, too', () => {
	const kept = failed();
	creationsOf(kept).keep(true);
	expect(known(creationsOf(kept))).toEqual([CREATED, LOST, undefined]);
});

test('Other runs of the execution know nothing, nor do those after a success', () => {
	const kept = failed();
	expect(known(creationsOf(kept, { run: 1 }))).toEqual([undefined, undefined, undefined]);
	creationsOf(kept).keep(false);
	expect(known(creationsOf(kept))).toEqual([undefined, undefined, undefined]);
});

test('A retry of a node whose fields were edited is refused, and the one after that goes on', () => {
	const kept = failed();
	const parameters = { ...FIELDS, name: 'Bea' };
	expect(() => creationsOf(kept, { parameters })).toThrow(
		'The failed run has created 2 items, or may have. Fields or credential of the node were changed since. Undo that and retry, or run the rest as a new execution',
	);
	expect(known(creationsOf(kept))).toEqual([CREATED, LOST, undefined]);
});

test('A retry with another credential is refused', () => {
	const kept = failed();
	expect(() => creationsOf(kept, { credentialId: 'other' })).toThrow('Fields or credential');
});

test('A retry that would be a preview is refused: n8n offers none after one that succeeds', () => {
	const kept = failed();
	expect(() => creationsOf(kept, {}, true)).toThrow(
		'The failed run has created 2 items, or may have. To write the rest, remove Options > Preview Only and retry',
	);
	expect(() => creationsOf({}, {}, true)).not.toThrow();
});

test('A run that has created nothing leaves nothing, so that its node may be edited', () => {
	const kept: IDataObject = {};
	creationsOf(kept).keep(true);
	expect(() => creationsOf(kept, { parameters: { ...FIELDS, name: 'Bea' } })).not.toThrow();
});

const errorOf = (ErrorType: typeof NodeApiError) =>
	new ErrorType(aNode, {}, { message: LOST.mayExist });

test.each<[string, Error, unknown]>([
	['lost', errorOf(UnknownOutcomeError), LOST],
	['lost with a key', errorOf(RetryableOutcomeError), { sentWithKey: true }],
	['lost as the run ended', new RequestAbortedError(true), { sentWithKey: true }],
	['not sent as the run ended', new RequestAbortedError(false), undefined],
	['refused', errorOf(NodeApiError), undefined],
])('A creation that was %s leaves to its retry what it has to know', (_what, error, creation) => {
	expect(creationAfter(error)).toEqual(creation);
});
