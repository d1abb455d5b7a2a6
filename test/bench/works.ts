/** What is measured: the works, and the ways in which each is done. */
import type { INodeParameters } from 'n8n-workflow';
import { tokenBucket } from '../service/limits';
import { CREDENTIAL_TYPE } from '../n8n/harness/RealN8n';
import {
	audiencePage,
	builtIn,
	oneAfterTheOther,
	splitOut,
	type Link,
	type Step,
} from '../n8n/harness/steps';
import type { Faults } from '../service/faults';
import { seedAccounts } from '../service/seed/people';
import type { Sizes, Store } from '../service/sandbox';

export const WAYS = {
	node: 'This node',
	httpRequest: 'HTTP Request',
	codeNode: 'Loop in a Code node',
};
export type Way = keyof typeof WAYS;

/** The nodes that are measured: the first takes the items, those at the end give the records. */
export interface Flow {
	steps: Step[];
	links: Link[];
}

export interface Work {
	/** Of the service: what the node learns of its rate limit, it keeps by key. */
	apiKey: string;
	title: string;
	/** What the service has at first. */
	sizes: Partial<Sizes>;
	faults: () => Partial<Faults>;
	/** Brings the service to where a run with these items begins. */
	prepare: (store: Store, items: object[]) => void;
	/** Items for a run; a round has its own, because the node remembers whom it has created. */
	items: (round: number) => object[];
	/** How many records a run gives. */
	records: number;
	/** How many records the service has, and how many a run adds to them. */
	count: (store: Store) => number;
	added: number;
	flows: Partial<Record<Way, Flow>>;
}

/** The node of the flow before which the items are given. */
export const ITEMS = 'Items';

const ACCOUNTS = 500;
const PAGE_SIZE = 100;
const IN_FLIGHT = 16;

const listOf = <T>(length: number, make: (n: number) => T): T[] =>
	Array.from({ length }, (_, n) => make(n));

const flowOf = (...steps: Step[]): Flow => ({ steps, links: oneAfterTheOther(steps) });

/** n8n's HTTP Request node with our credential. */
const httpRequest = (parameters: INodeParameters, name = 'HTTP Request'): Step =>
	builtIn(name, 'httpRequest', 4.2, {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		...parameters,
	});

const namesAndValues = (fields: Record<string, string>) => ({
	parameters: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

const sendJson = (method: string, url: string, fields: Record<string, string>) => ({
	method,
	url,
	sendBody: true,
	contentType: 'json',
	bodyParameters: namesAndValues(fields),
});

const codeNode = (jsCode: string): Step => builtIn('Code', 'code', 2, { jsCode });

const countOfEntries = ({ accounts, accountLogs }: Store): number =>
	accounts
		.all()
		.map(({ accountId }) => accountLogs.of(accountId).size)
		.reduce((sum, size) => sum + size, 0);

const entries = (count: number): object[] => {
	const accounts = seedAccounts(ACCOUNTS);
	return listOf(count, (n) => {
		const { accountId, domain } = accounts[n % ACCOUNTS]!;
		const payload = { deal: n, stage: 'won', amount: 1000 + n, company: { domain } };
		return { accountId, source: 'crm', type: 'deal-won', name: `Company ${n}`, payload };
	});
};

/** Each field has an expression, in the node as in the body of the HTTP Request node. */
function createEntries(
	url: string,
	work: { records: number; title: string; faults?: Work['faults'] },
): Work {
	const { records, title, faults = () => ({}) } = work;
	const fields = {
		accountId: '={{ $json.accountId }}',
		source: '={{ $json.source }}',
		type: '={{ $json.type }}',
		payload: '={{ $json.payload }}',
	};
	const name = '={{ $json.name }}';
	const create = { resource: 'accountLog', operation: 'create', ...fields };
	const endpoint = `${url}/v0/account_logs`;
	const loop = `
		const headers = { 'x-api-key': '${title}' };
		const outputs = [];
		const rest = $input.all().entries();
		const worker = async () => {
			for (const [item, { json: body }] of rest) {
				const request = { method: 'POST', url: '${endpoint}', headers, body, json: true };
				outputs[item] = { json: await this.helpers.httpRequest(request), pairedItem: item };
			}
		};
		await Promise.all(Array.from({ length: ${IN_FLIGHT} }, worker));
		return outputs;`;
	return {
		apiKey: title,
		title,
		sizes: { accounts: ACCOUNTS },
		faults,
		prepare: () => {},
		items: () => entries(records),
		records,
		count: countOfEntries,
		added: records,
		flows: {
			node: flowOf(audiencePage({ ...create, additionalFields: { name } })),
			httpRequest: flowOf(httpRequest(sendJson('POST', endpoint, { ...fields, name }))),
			codeNode: flowOf(codeNode(loop)),
		},
	};
}

/** Half of the people are there, with another name and no phone number. */
function upsertPeople(url: string, records: number): Work {
	const title = 'Create or update 1,000 people, half of them there';
	const items = (round: number) =>
		listOf(records, (n) => {
			const serial = String(n).padStart(7, '0');
			const email = `person-${round}-${serial}@import.example`;
			return { email, name: `Person ${n}`, phoneNumber: `+1555${serial}` };
		});
	/** Of the item that a person was searched for. */
	const wanted = (field: string) => `={{ $('${ITEMS}').item.json.${field} }}`;
	const fields = { name: wanted('name'), phoneNumber: wanted('phoneNumber') };
	const query = namesAndValues({ query: '={{ $json.email }}' });
	const persons = `${url}/v0/persons`;
	const search = { url: `${persons}/search`, sendQuery: true, queryParameters: query };
	const isThere = {
		leftValue: '={{ $json.items.length }}',
		rightValue: 0,
		operator: { type: 'number', operation: 'gt' },
	};
	const conditions = { options: { version: 2 }, combinator: 'and', conditions: [isThere] };
	const update = sendJson('PATCH', `=${persons}/{{ $json.items[0].personId }}`, fields);
	const create = sendJson('POST', persons, { ...fields, email: wanted('email') });
	const upsert = {
		resource: 'person',
		operation: 'upsert',
		matchValue: '={{ $json.email }}',
		name: '={{ $json.name }}',
		additionalFields: { phoneNumber: '={{ $json.phoneNumber }}' },
	};
	return {
		apiKey: title,
		title,
		sizes: {},
		faults: () => ({}),
		prepare: ({ persons: people }, all) => {
			const usual = people.all()[0]!;
			for (const [n, item] of all.entries()) {
				const { email } = item as { email: string };
				const personId = `person_${n}`;
				if (n % 2 === 0) people.add({ ...usual, personId, email, name: 'Old', phoneNumber: null });
			}
		},
		items,
		records,
		count: ({ persons: people }) => people.size,
		added: records / 2,
		flows: {
			node: flowOf(audiencePage(upsert)),
			httpRequest: {
				steps: [
					httpRequest(search, 'Search'),
					builtIn('If', 'if', 2.2, { conditions }),
					httpRequest(update, 'Update'),
					httpRequest(create, 'Create'),
				],
				links: [
					['Search', 'If'],
					['If', 'Update', 0],
					['If', 'Create', 1],
				],
			},
		},
	};
}

/** All people of the service, page by page. */
function readPeople(url: string, records: number): Work {
	const title = 'Read 20,000 people';
	const endpoint = `${url}/v0/persons/search`;
	const cursor = [{ type: 'qs', name: 'cursor', value: '={{ $response.body.nextCursor }}' }];
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: cursor },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.hasMore }}',
	};
	const search = {
		url: endpoint,
		sendQuery: true,
		queryParameters: namesAndValues({ limit: String(PAGE_SIZE) }),
		options: { pagination: { pagination } },
	};
	const loop = `
		const headers = { 'x-api-key': '${title}' };
		const outputs = [];
		let cursor;
		do {
			const qs = { limit: ${PAGE_SIZE}, cursor };
			const page = await this.helpers.httpRequest({ url: '${endpoint}', headers, qs, json: true });
			outputs.push(...page.items.map((json) => ({ json })));
			cursor = page.nextCursor ?? undefined;
		} while (cursor);
		return outputs;`;
	return {
		apiKey: title,
		title,
		sizes: { persons: records },
		faults: () => ({}),
		prepare: () => {},
		items: () => [{}],
		records,
		count: ({ persons }) => persons.size,
		added: 0,
		flows: {
			node: flowOf(audiencePage({ resource: 'person', operation: 'getAll', returnAll: true })),
			httpRequest: flowOf(httpRequest(search), splitOut('People', 'items')),
			codeNode: flowOf(codeNode(loop)),
		},
	};
}

/** All works, for a service at this address. */
export const worksFor = (url: string): Work[] => [
	createEntries(url, { records: 1_000, title: 'Create 1,000 entries over 500 accounts' }),
	createEntries(url, { records: 10_000, title: 'Create 10,000 entries over 500 accounts' }),
	createEntries(url, {
		records: 2_000,
		title: 'Create 2,000 entries, 100 ms latency',
		faults: () => ({ latencyMs: 100 }),
	}),
	createEntries(url, {
		records: 500,
		title: 'Create 500 entries, 50 a second, Retry-After',
		faults: () => ({ rateLimit: tokenBucket(50, 50) }),
	}),
	upsertPeople(url, 1_000),
	readPeople(url, 20_000),
];
