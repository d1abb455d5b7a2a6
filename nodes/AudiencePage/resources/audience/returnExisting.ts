import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	PreSendAction,
} from 'n8n-workflow';

import type { OrderingKeysOf } from '../../execution/requestPlan';
import { perRun, RunScope } from '../../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../../fields/choice';
import { fieldError, type FieldContext } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { normalizeName } from '../../fields/text';
import { addHint } from '../../shared/hint';
import { getOrMake, isEmpty } from '../../shared/values';
import { UnknownOutcomeError } from '../../transport/errors';
import { readList } from '../../transport/pagination';
import {
	singleRequest,
	withOptions,
	type RequestData,
	type RequestFlow,
} from '../../transport/request';
import { RecentRecords, SharedList } from '../recentRecords';
import { AUDIENCE } from '../records';

export const CUSTOM_NAME = 'Custom Name';

export const ifNameExists: Setting<ChoiceField<'createAnother' | 'returnExisting'>> = {
	displayName: 'If Name Exists',
	name: 'ifNameExists',
	type: 'options',
	noDataExpression: true,
	default: 'createAnother',
	description:
		'What to do if the page has an audience with the Custom Name, whatever its case and spaces',
	options: [
		{ name: 'Create Another', value: 'createAnother' },
		{
			name: 'Return Existing',
			value: 'returnExisting',
			description:
				'Return that audience as it is. The audiences of the page are read once for all items.',
		},
	],
};

const returnsExisting = (context: FieldContext): boolean =>
	chosenOption(context, ifNameExists, `options.${ifNameExists.name}`) === 'returnExisting';

/**
 * Equal for names that differ only in case or in spaces: lists come from people. Weiß and Weiss are
 * two.
 */
const comparable = (name: unknown): string =>
	normalizeName(String((name ?? '') as string)).toLowerCase();

const nameIn = (body: IDataObject): string => comparable(body.customName);

/** For `afterFields`: with Return Existing, Custom Name is required. */
export const requireCustomName: PreSendAction = async function (request) {
	if (!returnsExisting(this) || nameIn(bodyOf(request)) !== '') return request;
	const rule = 'must not be empty, because If Name Exists is Return Existing';
	throw fieldError(this, CUSTOM_NAME, rule);
};

/** With Return Existing, items that may want the same audience go one after the other. */
export const byCustomName: OrderingKeysOf = (request, context) =>
	returnsExisting(context) ? [`${request.url} ${nameIn(bodyOf(request))}`] : [];

/** The audiences of a page by their names. */
interface NamedAudiences {
	byName: Map<string, IDataObject>;
	isComplete: boolean;
}

async function readByName(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
): Promise<NamedAudiences> {
	const list = withOptions(requestData, { method: 'GET', body: undefined });
	const { records, totalCount } = await readList(context, list, AUDIENCE);
	const byName = new Map<string, IDataObject>();
	for (const audience of records) {
		const names = [audience.customName, audience.effectiveName].filter((name) => !isEmpty(name));
		// Of several audiences with a name, the first counts.
		for (const name of names) getOrMake(byName, comparable(name), () => audience);
	}
	return { byName, isComplete: records.length >= totalCount };
}

/** By path. */
const listsOf = perRun(() => new Map<string, SharedList<NamedAudiences>>());

/** Audiences that this process has created, by path and name. */
const recentAudiences = new RecentRecords();

const AUDIENCE_KEPT =
	'Where an audience with the Custom Name existed, it was returned as it is: neither changed nor published.';
const MAY_BE_THERE =
	'may be that of an audience that was just created, but cannot be found yet. Run it again in five minutes, or check in Audience Page';
const MAY_BE_UNLISTED =
	'may be that of an audience that the service counts, but did not list. Try again';

/** Finds or creates the audience that one item is about. */
class CreateUnlessThere {
	private readonly path: string;
	private readonly name: string;
	private readonly audiences: SharedList<NamedAudiences>;

	constructor(
		private readonly context: IExecutePaginationFunctions,
		private readonly requestData: RequestData,
	) {
		this.path = String(requestData.options.url);
		this.name = nameIn(bodyOf(requestData.options));
		this.audiences = getOrMake(listsOf(context), this.path, () => new SharedList());
	}

	/** @throws NodeOperationError if it is uncertain whether the audience is there */
	async perform(): Promise<INodeExecutionData[]> {
		const key = await recentAudiences.keyOf(this.context, this.path, this.name);
		return await recentAudiences.inTurn(key, async () => {
			const existing = await this.find(key);
			return existing === undefined ? await this.create(key) : this.outputOf(existing);
		});
	}

	private async find(key: string): Promise<IDataObject | undefined> {
		const { context, requestData } = this;
		const read = async () => await readByName(context, requestData);
		const { list, readAt } = await this.audiences.get(read);
		const existing = recentAudiences.newest(key, list.byName.get(this.name), readAt);
		if (existing !== undefined) return existing;
		if (recentAudiences.isInDoubt(key)) throw this.refused(MAY_BE_THERE);
		if (!list.isComplete) throw this.refused(MAY_BE_UNLISTED);
		return undefined;
	}

	private refused(rule: string): Error {
		return fieldError(this.context, CUSTOM_NAME, rule, { nothingWas: 'done' });
	}

	private outputOf(existing: IDataObject): INodeExecutionData[] {
		const { context } = this;
		const run = RunScope.of(context);
		if (!run.isPreview) addHint(context, AUDIENCE_KEPT);
		run.addToPreview(context.getItemIndex(), { audienceId: existing.audienceId });
		return [{ json: { ...existing } }];
	}

	private async create(key: string): Promise<INodeExecutionData[]> {
		const { context, requestData } = this;
		const outputs = await context.makeRoutingRequest(requestData).catch((error: Error) => {
			if (error instanceof UnknownOutcomeError) {
				recentAudiences.doubt(key);
				this.audiences.forget();
			}
			throw error;
		});
		if (!RunScope.of(context).isPreview) recentAudiences.wrote(key, { ...outputs[0]?.json });
		return outputs;
	}
}

/** Creates an audience; with Return Existing, only if the page has none of its name. */
export const createOrReturn: RequestFlow = async function (requestData) {
	return returnsExisting(this)
		? await new CreateUnlessThere(this, requestData).perform()
		: await singleRequest.call(this, requestData);
};
