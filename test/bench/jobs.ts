/**
 * What is done: the items, our node for them, and what users build of n8n's own nodes for the same.
 */
import type { INodeParameters } from 'n8n-workflow';
import type { WorkflowFile } from '../n8n/harness/client';
import { CREDENTIAL_TYPE } from '../n8n/harness/RealN8n';
import {
	audiencePage,
	builtIn,
	splitOut,
	workflowOf,
	type Link,
	type Step,
} from '../n8n/harness/steps';
import { seedAccounts } from '../service/seed/people';
import type { SandboxProcess } from './sandbox';

/**
 * The part of a workflow that is measured: the first node takes the items, the last gives the
 * records.
 */
export interface Flow {
	steps: Step[];
	links: Link[];
}

export interface Job {
	/** How many records a run writes or gives, and in how many executions at once; 1 if not given. */
	records: number;
	executions?: number;
	/** Items of a run, as many as asked for; one that is empty if not given. */
	items?: (count: number) => object[];
	/** Brings the service to where a run with so many items begins. */
	prepare?: (sandbox: SandboxProcess, count: number) => Promise<void>;
	/** What the service counts, and how many of them a run with so many items adds. */
	adds?: (count: number) => { accountLogs?: number; persons?: number };
	ourNode: Flow;
	httpRequest?: Flow;
	/** The same by those who know that one expression is faster than several. */
	httpRequestJson?: Flow;
}

const ITEMS = 'Items';
/** Nodes one after the other. */
const chain = (...steps: Step[]): Flow => ({
	steps,
	links: steps.slice(1).map(({ name }, index): Link => [steps[index]!.name, name]),
});

/**
 * A webhook, which answers with nothing as soon as the run has ended; then the flow, for each of
 * the posted `items`.
 */
export function postedInto({ steps, links }: Flow): WorkflowFile {
	const parameters = {
		httpMethod: 'POST',
		path: 'bench',
		responseMode: 'lastNode',
		responseData: 'noData',
	};
	const webhook = { ...builtIn('Webhook', 'webhook', 2.1, parameters), webhookId: 'bench' };
	const before = chain(webhook, splitOut(ITEMS, 'body.items'), steps[0]!);
	return workflowOf([...before.steps, ...steps.slice(1)], [...before.links, ...links]);
}

/** n8n's HTTP Request node with our credential. */
const httpRequest = (parameters: INodeParameters, name = 'HTTP Request'): Step =>
	builtIn(name, 'httpRequest', 4.5, {
		...{ authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE },
		...parameters,
	});

const listed = (fields: Record<string, string>) => ({
	parameters: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

/** A JSON body of these fields. */
const sendFields = (method: string, url: string, fields: Record<string, string>) => ({
	...{ method, url, sendBody: true, contentType: 'json', bodyParameters: listed(fields) },
});

const SANDBOX_SEED = 1;
export const ACCOUNTS = 500;
const FIELDS = ['accountId', 'source', 'type', 'payload', 'name'];
const PLAIN = Object.fromEntries(FIELDS.map((field) => [field, `={{ $json.${field} }}`]));
/** Two of them are more than the place of a value. */
export const SOME_PLAIN = {
	source: '={{ $json.source.trim() }}',
	name: '={{ $json.name.toUpperCase() }}',
};

const listOf = <T>(length: number, one: (n: number) => T): T[] =>
	Array.from({ length }, (_, n) => one(n));

export function createEntries(
	url: string,
	records: number,
	{ executions = 1, expressions = {} } = {},
): Job {
	const seeded = seedAccounts(SANDBOX_SEED, ACCOUNTS);
	const items = (count: number) =>
		listOf(count, (n) => {
			const { accountId, domain } = seeded[n % ACCOUNTS]!;
			const payload = { deal: n, stage: 'won', amount: 1000 + n, company: { domain } };
			return {
				accountId,
				source: 'crm',
				type: 'deal-won',
				name: `Company ${n % ACCOUNTS}`,
				payload,
			};
		});
	const fields: Record<string, string> = { ...PLAIN, ...expressions };
	const { name, ...required } = fields;
	const members = FIELDS.map((field) => `${field}: ${fields[field]!.slice('={{ '.length, -3)}`);
	const { bodyParameters, ...post } = sendFields('POST', `${url}/v0/account_logs`, fields);
	const json = { ...post, specifyBody: 'json', jsonBody: `={{ { ${members.join(', ')} } }}` };
	const create = {
		resource: 'accountLog',
		operation: 'create',
		...required,
		additionalFields: { name },
	};
	return {
		...{ records, executions, items, adds: (accountLogs: number) => ({ accountLogs }) },
		ourNode: chain(audiencePage(create as INodeParameters)),
		httpRequest: chain(httpRequest({ ...post, bodyParameters })),
		httpRequestJson: chain(httpRequest(json)),
	};
}

/**
 * Half of the people are there, with other names and no phone numbers; then all are, as they are
 * wanted.
 */
export function upsertPeople(baseUrl: string, records: number, options = {}): Job {
	const url = `${baseUrl}/v0/persons`;
	const email = '={{ $json.email }}';
	const [name, phoneNumber] = ['={{ $json.name }}', '={{ $json.phoneNumber }}'];
	/** Of the item that a person was searched for. */
	const wanted = (value: string) => value.replace('$json', `$('${ITEMS}').item.json`);
	const updated = { name: wanted(name), phoneNumber: wanted(phoneNumber) };
	const found = {
		...{ leftValue: '={{ $json.items.length }}', rightValue: 0 },
		operator: { type: 'number', operation: 'gt' },
	};
	const conditions = { options: { version: 2 }, combinator: 'and', conditions: [found] };
	const search = {
		url: `${url}/search`,
		sendQuery: true,
		queryParameters: listed({ query: email }),
	};
	/** The node remembers for five minutes whom it has created: each round has people of its own. */
	let round = 0;
	const items = (count: number) =>
		listOf(count, (n) => {
			const serial = String(n).padStart(7, '0'); // no email is a part of another one
			return {
				email: `person-${round}-${serial}@import.example`,
				name: `Person ${n}`,
				phoneNumber: `+1555${serial}`,
			};
		});
	const upsert = { resource: 'person', operation: 'upsert', matchValue: email, name };
	return {
		...{ records, items, adds: (count: number) => ({ persons: Math.floor(count / 2) }) },
		prepare: async (sandbox, count) => {
			round++;
			await sandbox.start(); // with each person that it has, a search takes longer
			for (const person of items(count).filter((_, n) => n % 2 === 0))
				await sandbox.call('/v0/persons', { email: person.email, name: 'Old name' });
		},
		ourNode: chain(audiencePage({ ...upsert, additionalFields: { phoneNumber }, options })),
		httpRequest: {
			steps: [
				httpRequest(search, 'Search'),
				builtIn('If', 'if', 2.2, { conditions }),
				httpRequest(
					sendFields('PATCH', `=${url}/{{ $json.items[0].personId }}`, updated),
					'Update',
				),
				httpRequest(sendFields('POST', url, { email: wanted(email), ...updated }), 'Create'),
				builtIn('Merge', 'merge', 3),
			],
			links: [
				['Search', 'If'],
				['If', 'Update', 0],
				['If', 'Create', 1],
				['Update', 'Merge'],
				['Create', 'Merge', 0, 1],
			],
		},
	};
}

/** All people, page by page; the service has as many as `records` says. */
export function readPeople(url: string, records: number): Job {
	const cursor = [{ type: 'qs', name: 'cursor', value: '={{ $response.body.nextCursor }}' }];
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: cursor },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.hasMore }}',
	};
	const search = {
		...{
			url: `${url}/v0/persons/search`,
			sendQuery: true,
			queryParameters: listed({ limit: '100' }),
		},
		options: { pagination: { pagination } },
	};
	return {
		records,
		ourNode: chain(audiencePage({ resource: 'person', operation: 'getAll', returnAll: true })),
		httpRequest: chain(httpRequest(search), splitOut('Persons', 'items')),
	};
}

/** Metrics: a row for each page or audience, or for each of them and each day of a month. */
export const getAnalytics = (records: number, parameters: INodeParameters): Job => ({
	records,
	ourNode: chain(audiencePage({ resource: 'analytics', pages: 'all', ...parameters })),
});
