import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeParameters,
	PreSendAction,
} from 'n8n-workflow';

import type { OrderingKeysOf } from '../execution/requestPlan';
import { perRun, RunScope } from '../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../fields/choice';
import { additionalFields } from '../fields/collections';
import { fieldError, type FieldContext } from '../fields/fieldError';
import { pageId } from '../fields/ids';
import { listFields, listRouting, paginated } from '../fields/list';
import { sameNamed, simplified, simplify } from '../fields/outputFields';
import { bodyOf, inBody, requestRouting } from '../fields/routing';
import { structuredOrJson } from '../fields/structured';
import { normalizeName } from '../fields/text';
import { addHint } from '../shared/hint';
import { getOrMake, isEmpty } from '../shared/values';
import { UnknownOutcomeError } from '../transport/errors';
import { readList } from '../transport/pagination';
import {
	singleRequest,
	withOptions,
	type RequestData,
	type RequestFlow,
} from '../transport/request';
import { describeResource, type Operation } from './operation';
import { metadata } from './metadata';
import { RecentRecords, SharedList } from './recentRecords';
import { AUDIENCE, names } from './records';

/** An audience, simplified (service interface, section 2.7). */
export const AUDIENCE_FIELDS = sameNamed(
	...names(
		`audienceId pageId personId personRouteKey effectiveName customName status supplementaryContext
		actionUrlOverride createdAt`,
	),
);

const getAudiences: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many audiences',
		description: 'Get the audiences of a page',
		routing: listRouting(
			'/v0/pages/{pageId}/audiences',
			simplified(AUDIENCE_FIELDS, paginated(AUDIENCE)),
		),
	},
	fields: [pageId, ...listFields, simplify],
	record: AUDIENCE,
};

const ifNameExists: Setting<ChoiceField<'createAnother' | 'returnExisting'>> = {
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

type Context = IExecutePaginationFunctions;

const CUSTOM_NAME = 'Custom Name';
/** What an error says that comes after the service was asked. */
const DONE = { nothingWas: 'done' } as const;

const nameIn = (body: IDataObject): string => (body.customName ?? '') as string;

const returnsExisting = (context: FieldContext): boolean =>
	chosenOption(context, ifNameExists, `options.${ifNameExists.name}`) === 'returnExisting';

const checkName: PreSendAction = async function (request) {
	if (nameIn(bodyOf(request)) === '' && returnsExisting(this))
		throw fieldError(
			this,
			CUSTOM_NAME,
			'must not be empty, because If Name Exists is Return Existing',
		);
	return request;
};

const AUDIENCE_KEPT =
	'Where an audience with the Custom Name existed, it was returned as it is: neither changed nor published.';

const MAY_BE_THERE =
	'may be that of an audience that was just created, but cannot be found yet. Run it again in five minutes, or check in Audience Page';
const MAY_BE_UNLISTED =
	'may be that of an audience that the service counts, but did not list. Try again';

/**
 * Equal for names that differ only in case or in spaces: lists come from people. Weiß and Weiss are
 * two.
 */
const comparable = (name: unknown): string =>
	normalizeName(String((name ?? '') as string)).toLowerCase();

/** The audiences of a page by their names. */
interface NamedAudiences {
	byName: Map<string, IDataObject>;
	isComplete: boolean;
}

/** By path. */
const listsOf = perRun(() => new Map<string, SharedList<NamedAudiences>>());

/** Audiences that this process has created, by path and name. */
const recentAudiences = new RecentRecords();

async function readByName(context: Context, requestData: RequestData): Promise<NamedAudiences> {
	const list = withOptions(requestData, { method: 'GET', body: undefined });
	const { records, initialTotalCount } = await readList(context, list, AUDIENCE);
	const byName = new Map<string, IDataObject>();
	// Of several, the first counts.
	for (const audience of records.reverse()) {
		const { effectiveName, customName } = audience;
		for (const name of [effectiveName, customName])
			if (!isEmpty(name)) byName.set(comparable(name), audience);
	}
	return { byName, isComplete: records.length >= initialTotalCount };
}

/** Finds or creates the audience that one item is about. */
class CreateUnlessThere {
	private readonly name: string;

	constructor(
		private readonly context: Context,
		private readonly requestData: RequestData,
	) {
		this.name = comparable(nameIn(bodyOf(requestData.options)));
	}

	/** @throws NodeOperationError if it is uncertain whether the audience is there */
	async perform(): Promise<INodeExecutionData[]> {
		const { context, name, requestData } = this;
		const key = await recentAudiences.keyOf(context, requestData.options.url ?? '', name);
		return await recentAudiences.inTurn(key, async () => {
			const existing = await this.find(key);
			if (existing === undefined) return await this.create(key);
			const run = RunScope.of(context);
			if (!run.isPreview) addHint(context, AUDIENCE_KEPT);
			run.addToPreview(context.getItemIndex(), { audienceId: existing.audienceId });
			return [{ json: { ...existing } }];
		});
	}

	private async find(key: string): Promise<IDataObject | undefined> {
		const { context, name, requestData } = this;
		const { url = '' } = requestData.options;
		const shared = getOrMake(listsOf(context), url, () => new SharedList<NamedAudiences>());
		const read = async () => await readByName(context, requestData);
		const { list, readAt } = await shared.get(read);
		const existing = recentAudiences.newest(key, list.byName.get(name), readAt);
		if (existing !== undefined) return existing;
		if (recentAudiences.isInDoubt(key)) throw fieldError(context, CUSTOM_NAME, MAY_BE_THERE, DONE);
		if (!list.isComplete) throw fieldError(context, CUSTOM_NAME, MAY_BE_UNLISTED, DONE);
		return undefined;
	}

	private async create(key: string): Promise<INodeExecutionData[]> {
		const { context, requestData } = this;
		const outputs = await context.makeRoutingRequest(requestData).catch((error: Error) => {
			if (error instanceof UnknownOutcomeError) recentAudiences.doubt(key);
			throw error;
		});
		if (!RunScope.of(context).isPreview) recentAudiences.wrote(key, { ...outputs[0]?.json });
		return outputs;
	}
}

const createOrReturn: RequestFlow = async function (requestData) {
	const createUnlessThere = async () => await new CreateUnlessThere(this, requestData).perform();
	const flow = returnsExisting(this) ? createUnlessThere : singleRequest;
	return await simplified(AUDIENCE_FIELDS, flow).call(this, requestData);
};

/** Items that may want the same audience go one after the other. */
const byName: OrderingKeysOf = ({ url, body }, context) =>
	returnsExisting(context) ? [`${url} ${comparable(nameIn(body as IDataObject))}`] : [];

const createAudience: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create audience',
		description: 'Create an audience of a page, with its own name, action and context',
		routing: requestRouting('POST', '/v0/pages/{pageId}/audiences', createOrReturn),
	},
	fields: [
		pageId,
		additionalFields(
			inBody({
				displayName: 'Action Form ID Override',
				name: 'actionFormIdOverride',
				placeholder: 'e.g. form_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the form that the action uses for this audience',
			}),
			inBody({
				displayName: 'Action URL Override',
				name: 'actionUrlOverride',
				placeholder: 'e.g. https://acme.com/demo',
				description: 'URL that the action opens for this audience',
			}),
			inBody({
				displayName: CUSTOM_NAME,
				name: 'customName',
				placeholder: 'e.g. Acme, buying committee',
				description: 'Name of the audience. If empty, the service makes one up.',
			}),
			inBody({
				displayName: 'Action Form Instructions Override',
				name: 'actionFormInstructionsOverride',
				typeOptions: { rows: 3 },
				placeholder: 'e.g. Ask for the size of the team',
				description: 'Instructions for the form of the action for this audience',
			}),
			...structuredOrJson(
				metadata(
					'Metadata Override',
					'metadataOverride',
					'Values that differ from the metadata of the page',
				),
			),
			inBody({
				displayName: 'Publish Behavior',
				name: 'publishBehavior',
				type: 'options',
				default: 'draft',
				description:
					'What to do with the new audience. If this is not added, or empty, the service decides.',
				options: [
					{ name: 'Draft', value: 'draft', description: 'Keep the audience as a draft' },
					{ name: 'Publish', value: 'publish', description: 'Publish the audience' },
				],
			}),
			inBody({
				displayName: 'Supplementary Context',
				name: 'supplementaryContext',
				typeOptions: { rows: 3 },
				placeholder: 'e.g. They use our competitor and renew in May',
				description:
					'Background that the service should know about this audience, in addition to the context of the page',
			}),
		),
		simplify,
	],
	options: [ifNameExists],
	record: AUDIENCE,
	afterFields: [checkName],
	orderingKeys: byName,
	isRepeatable: ({ options }) =>
		(options as INodeParameters | undefined)?.ifNameExists === 'returnExisting',
};

export const audienceResource = describeResource(
	'audience',
	'Audience',
	'A variant of a page with its own name and context, for a person for example: create and list audiences',
	[createAudience, getAudiences],
);
